import { describe, expect, it } from 'vitest';
import { office } from '@back-office/app/office.ts';
import { checkRecord } from './check-record.ts';
import { defineResource } from './define-resource.ts';

const box = defineResource({
  name: 'sys/box',
  title: '盒子',
  table: 'sys_box',
  label: 'boxName',
  fields: {
    boxName: { kind: 'text', label: '名称', required: true, max: 5 },
    boxSize: { kind: 'number', label: '大小', min: 1, max: 9, default: 3 },
    isOpen: { kind: 'boolean', label: '是否打开', default: '否' },
    boxIds: { kind: 'ids', label: '内容', to: [] },
    userAccount: { kind: 'text', label: '账号', max: 20 },
    userPassword: { kind: 'secret', label: '密码', min: 4, max: 20 },
  },
  list: ['boxName'],
  form: ['boxName', 'boxSize', 'isOpen', 'boxIds', 'userAccount', 'userPassword'],
  sort: 'boxName:asc',
  rules: ['passwordNotAccount'],
});
const insert = (values: Record<string, unknown>) => checkRecord(box, values, { whole: true, rules: office.rules });
const update = (values: Record<string, unknown>, current = {}) => checkRecord(box, values, { whole: false, current, rules: office.rules });

describe('an insert', () => {
  it('needs the required fields', () => {
    expect(insert({})).toEqual({ values: {}, issues: [{ field: 'boxName', message: '名称不能为空' }] });
  });

  it.each([null, '', '  ', '\t'])('treats %j in a required field as a missing value', (boxName) => {
    expect(insert({ boxName }).issues).toEqual([{ field: 'boxName', message: '名称不能为空' }]);
  });

  it('stores null for an empty value, an empty list for an empty list field, and the default for an empty boolean', () => {
    expect(insert({ boxName: 'a', boxSize: '', isOpen: null, boxIds: '', userAccount: null })).toEqual({
      values: { boxName: 'a', boxSize: null, isOpen: '否', boxIds: [], userAccount: null },
      issues: [],
    });
  });

  it('stores null for blanks in an optional unique text, so that two records may be without one', () => {
    const unique = { ...box, unique: [['userAccount']] } as const;
    const inserted = (userAccount: string) => checkRecord(unique, { boxName: 'a', userAccount }, { whole: true, rules: {} });
    for (const blank of ['  ', '\t', '\u3000'])
      expect(inserted(blank)).toEqual({ values: { boxName: 'a', userAccount: null }, issues: [] });
    expect(inserted(' a ').values).toEqual({ boxName: 'a', userAccount: 'a' });
  });

  it('reports every issue in the order of the form, and drops the invalid values', () => {
    const { values, issues } = insert({ userAccount: 1, boxSize: 99, boxName: 'abcdef', isOpen: 'x' });
    expect(issues.map(({ field }) => field)).toEqual(['boxName', 'boxSize', 'isOpen', 'userAccount']);
    expect(values).toEqual({});
  });
});

describe('an update', () => {
  it('writes only the fields that it names, and refuses to empty a required one', () => {
    expect(update({ boxSize: 4 })).toEqual({ values: { boxSize: 4 }, issues: [] });
    expect(update({ boxName: '' }).issues).toEqual([{ field: 'boxName', message: '名称不能为空' }]);
  });

  it('checks rules across fields against the record as it will be after the update', () => {
    expect(update({ userPassword: 'x-Joe-1' }, { userAccount: 'joe' }).issues).toEqual([
      { field: 'userPassword', message: '密码不能包含账号' },
    ]);
    expect(update({ userPassword: 'x-Joe-1', userAccount: 'ann' }, { userAccount: 'joe' }).issues).toEqual([]);
  });
});

describe('the rule dictValueOfType', () => {
  const dict = defineResource({
    name: 'sys/dict',
    title: '字典',
    table: 'sys_dict',
    label: 'dictValue',
    list: ['dictValue'],
    sort: 'dictValue:asc',
    rules: ['dictValueOfType'],
    form: ['dictValue', 'dictValueType'],
    fields: { dictValue: { kind: 'text', label: '字典值', max: 50 }, dictValueType: { kind: 'text', label: '值类型', max: 10 } },
  });
  it.each([
    ['Number', '12', true],
    ['Number', '-1.5e3', true],
    ['Number', 'x', false],
    ['Number', ' ', false],
    ['Object', '{"a":1}', true],
    ['Object', '[1]', false],
    ['Object', 'null', false],
    ['Object', '{', false],
    ['Array', '[]', true],
    ['Array', '{}', false],
    ['String', 'anything', true],
  ])('accepts %s %s: %s', (dictValueType, dictValue, good) => {
    expect(checkRecord(dict, { dictValue, dictValueType }, { whole: true, rules: office.rules }).issues.length === 0).toBe(good);
  });
});
