import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import { expect, test } from 'vitest';
import { usesLink } from './uses-link.ts';

const person = defineResource({
  name: 'sys/person',
  title: '人员',
  table: 'person',
  label: 'name',
  sort: 'name:asc',
  fields: {
    name: { kind: 'text', label: '姓名', max: 10 },
    boxId: { kind: 'reference', label: '箱子', to: 'sys/box' },
    note: { kind: 'text', label: '备注', max: 10 },
  },
  list: ['name', 'boxId'],
  form: ['name', 'boxId', 'note'],
});
const use = { resource: 'sys/person', title: '人员', field: 'boxId', label: '箱子', count: 2 };
const where = { ids: ['1', '2'], resource: person, path: '/sys/person/list' };

test('the link of a use leads to the list of the records that refer to any of the ids', () => {
  expect(usesLink(use, where)).toBe('/sys/person/list?eq=boxId%3A1&eq=boxId%3A2');
});

test('the link of a use filters by the stored value if that is not an id', () => {
  expect(usesLink({ ...use, values: ['停用'] }, where)).toBe(`/sys/person/list?eq=boxId%3A${encodeURIComponent('停用')}`);
});

test('a use has no link if the list has no such filter, or the person no such list', () => {
  expect(usesLink({ ...use, field: 'note' }, where)).toBeUndefined();
  expect(usesLink(use, { ...where, path: undefined })).toBeUndefined();
  expect(usesLink(use, { ...where, ids: Array.from({ length: 51 }, String) })).toBeUndefined();
});
