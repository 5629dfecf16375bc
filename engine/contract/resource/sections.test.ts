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

test('a resource that names no section has one without a heading', () => {
  expect(sectionsOf(house({}), shown)).toEqual([{ title: undefined, names: shown }]);
});

test('a heading stands above its field and those after it, whether that field is shown or not; what the form lacks stands last', () => {
  expect(sectionsOf(house({ second: '位置' }), shown)).toEqual([
    { title: undefined, names: ['houseName'] },
    { title: '位置', names: ['houseStreet'] },
    { title: '其他信息', names: ['seenTime', 'createTime'] },
  ]);
  expect(sectionsOf(house({ first: '房屋' }), ['houseName'])).toEqual([{ title: '房屋', names: ['houseName'] }]);
});
