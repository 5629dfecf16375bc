import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import type { OwnShape } from '@back-office/contract/resource/field.ts';
import { office } from '@back-office/app/office.ts';
import { expect, it } from 'vitest';
import { patternMistakes } from './pattern-mistakes.ts';

const box = (shape: OwnShape) =>
  defineResource({
    name: 'acme/box',
    title: '盒子',
    table: 'acme_box',
    label: 'boxCode',
    fields: { boxCode: { kind: 'text', label: '编码', max: 9, default: 'a', shape } },
    list: ['boxCode'],
    form: ['boxCode'],
    sort: 'boxCode:asc',
  });

it.each([
  ['[a', 'a', 'the pattern of its shape, [a, is no regular expression: correct it'],
  ['[a-z]+', 'a1', 'the pattern of its shape, [a-z]+, does not match the whole of its example a1: correct one of the two'],
])('the pattern %s with the example %s is named with its field', (pattern, example, mistake) => {
  expect(patternMistakes([box({ pattern, message: '不对', example })])).toEqual([`acme/box.fields.boxCode: ${mistake}`]);
});

it('the patterns of the product match their examples', () => {
  expect(patternMistakes(office.resources)).toEqual([]);
});
