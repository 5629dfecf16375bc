import { expect, test } from 'vitest';
import { defineResource } from './define-resource.ts';
import { sectionsOf } from './sections.ts';

const house = (parts: { first?: string; second?: string }) =>
  defineResource({
    name: 'acme/house',
    title: '房屋',
    table: 'acme_house',
    label: 'houseName',
    fields: {
      houseName: { kind: 'text', label: '名称', max: 50, ...(parts.first === undefined ? {} : { section: parts.first }) },
      houseKey: { kind: 'secret', label: '密码', min: 8, max: 50, ...(parts.second === undefined ? {} : { section: parts.second }) },
      houseStreet: { kind: 'text', label: '街道', max: 50 },
      seenTime: { kind: 'datetime', label: '最近查看' },
    },
    list: ['houseName'],
    form: ['houseName', 'houseKey', 'houseStreet'],
    sort: 'createTime:desc',
    scope: {},
  });
const shown = ['houseName', 'houseStreet', 'seenTime', 'createTime'];

test('a resource that names no section has a single one without a heading', () => {
  expect(sectionsOf(house({}), shown)).toEqual([{ title: undefined, names: shown }]);
});

test('a heading covers its field and those after it, even if that field is hidden; fields not in the form come last', () => {
  expect(sectionsOf(house({ second: '位置' }), shown)).toEqual([
    { title: undefined, names: ['houseName'] },
    { title: '位置', names: ['houseStreet'] },
    { title: '其他信息', names: ['seenTime', 'createTime'] },
  ]);
  expect(sectionsOf(house({ first: '房屋' }), ['houseName'])).toEqual([{ title: '房屋', names: ['houseName'] }]);
});

test('a field that the server writes keeps its declared place, and may begin a section of the form', () => {
  const boat = defineResource({
    name: 'acme/boat',
    title: '船',
    table: 'acme_boat',
    label: 'boatName',
    fields: {
      boatNo: { kind: 'text', label: '编号', section: '船', max: 20, byServer: true },
      boatName: { kind: 'text', label: '名称', max: 50 },
      boatState: { kind: 'text', label: '状态', section: '使用', max: 20, byServer: true },
      boatPort: { kind: 'text', label: '停泊地', max: 50 },
      seenTime: { kind: 'datetime', label: '最近查看' },
    },
    list: ['boatName'],
    form: ['boatName', 'boatPort'],
    sort: 'createTime:desc',
  });
  expect(sectionsOf(boat, ['seenTime', 'boatNo', 'boatName', 'boatState', 'boatPort'])).toEqual([
    { title: '船', names: ['boatNo', 'boatName'] },
    { title: '使用', names: ['boatState', 'boatPort'] },
    { title: '其他信息', names: ['seenTime'] },
  ]);
  expect(sectionsOf(boat, boat.form)).toEqual([
    { title: '船', names: ['boatName'] },
    { title: '使用', names: ['boatPort'] },
  ]);
});
