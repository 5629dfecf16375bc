import type { DictNode } from '@back-office/contract/calls/dict-tree.ts';
import { expect, test } from 'vitest';
import { dictOptions } from './dict-options.ts';

const node = (dictValue: string, more: Partial<DictNode> = {}): DictNode => ({
  id: dictValue,
  dictLabel: `名 ${dictValue}`,
  dictValue,
  dictValueType: 'String',
  dictColor: null,
  sysDicts: [],
  ...more,
});

test('options are grouped by the value of their root, each with key, label, typed value and colour', () => {
  const options = dictOptions([
    node('status', {
      sysDicts: [
        node('正常', { dictColor: '#52c41a' }),
        node('2', { dictValueType: 'Number' }),
        node('{"a":1}', { dictValueType: 'Object' }),
        node('not json', { dictValueType: 'Array' }),
      ],
    }),
    node('empty'),
  ]);
  expect(options.get('status')?.map(({ key, value }) => [key, value])).toEqual([
    ['正常', '正常'],
    ['2', 2],
    ['{"a":1}', { a: 1 }],
    ['not json', 'not json'],
  ]);
  expect(options.get('status')?.[0]).toEqual({ key: '正常', label: '名 正常', value: '正常', colour: '#52c41a' });
  expect(options.get('empty')).toEqual([]);
});
