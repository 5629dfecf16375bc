import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import { office } from '@back-office/app/office.ts';
import { expect, it } from 'vitest';
import { longNames } from './long-names.ts';

const box = defineResource({
  name: 'acme/box',
  title: '盒子',
  table: 'acme_box',
  label: 'boxName',
  fields: { boxName: { kind: 'text', label: '名称', max: 5 } },
  list: ['boxName'],
  form: ['boxName'],
  sort: 'boxName:asc',
});
const text = { kind: 'text', label: '文', max: 5 } as const;
const long = (length: number, start: string): string => start.padEnd(length, 'x');

it('the product has no name that PostgreSQL cuts off', () => {
  expect(longNames(office.resources)).toEqual([]);
});

it('names of 63 letters are kept', () => {
  const unique = long(63 - 'acme_box__key'.length, 'a');
  const fields = { ...box.fields, [long(63, 'b')]: text, [unique]: text };
  expect(
    longNames([
      { ...box, fields, unique: [[unique]] },
      { ...box, table: long(63, 'acme_') },
    ]),
  ).toEqual([]);
});

it.each([
  [
    'table',
    { table: long(64, 'acme_') },
    `acme/box.table: the table ${long(64, 'acme_')} has 64 letters, PostgreSQL keeps 63: shorten the table`,
  ],
  [
    'column',
    { fields: { ...box.fields, [long(66, 'b')]: text } },
    `acme/box.fields.${long(66, 'b')}: the column ${long(66, 'b')} has 66 letters, PostgreSQL keeps 63: shorten the field`,
  ],
  [
    'hidden column',
    { scope: { org: long(64, 'b'), hidden: [long(64, 'b')] } },
    `acme/box.scope.hidden: the column ${long(64, 'b')} has 64 letters, PostgreSQL keeps 63: shorten it`,
  ],
  [
    'link table',
    { fields: { ...box.fields, parts: { kind: 'references', label: '部件', to: 'acme/box', link: long(65, 'acme_') } as const } },
    `acme/box.fields.parts.link: the table ${long(65, 'acme_')} has 65 letters, PostgreSQL keeps 63: shorten the link`,
  ],
  [
    'unique key',
    { fields: { ...box.fields, [long(50, 'b')]: text }, unique: [['boxName', long(50, 'b')]] },
    `acme/box.unique: the index acme_box_box_name_${long(50, 'b')}_key has 72 letters, PostgreSQL keeps 63: shorten a field or the table`,
  ],
])('a longer name of a %s is reported', (_what, change, sentence) => {
  expect(longNames([{ ...box, ...change }])).toEqual([sentence]);
});
