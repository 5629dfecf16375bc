import { describe, expect, it } from 'vitest';
import { defineResource } from '../resource/define-resource.ts';
import type { Feature } from './feature.ts';
import { makeOffice } from './office.ts';

const boxOf = (name: string) =>
  defineResource({
    name,
    title: '盒子',
    table: 'acme_box',
    label: 'boxName',
    fields: { boxName: { kind: 'text', label: '名称', max: 5 } },
    list: ['boxName'],
    form: ['boxName'],
    sort: 'boxName:asc',
  });
const section = { resource: 'acme/box', group: '/acme', order: 10, title: '盒子', icon: 'file' };
const boxes: Feature = { name: 'boxes', resources: [boxOf('acme/box')], menu: [section] };
const group = { path: '/acme', title: '仓库', icon: 'database' };
const office = (...features: Feature[]) => makeOffice([{ name: 'acme', features, menu: [group] }]);

describe('modules put together', () => {
  it('give their resources by name, and a menu in the order that the entries say', () => {
    const lids: Feature = { name: 'lids', resources: [boxOf('acme/lid')], menu: [{ ...section, resource: 'acme/lid', order: 5 }] };
    const made = office(boxes, lids);
    expect(made.resourceOf('acme/box').title).toBe('盒子');
    expect(made.menu).toMatchObject([{ path: '/acme', sections: [{ resource: 'acme/lid' }, { resource: 'acme/box' }] }]);
    expect([made.has('lids'), made.has('bags')]).toEqual([true, false]);
    expect(() => made.resourceOf('acme/bag')).toThrow('No resource is named acme/bag');
  });

  it('leave out a group in which nothing stands', () => {
    expect(office({ ...boxes, menu: [] }).menu).toEqual([]);
  });

  it.each<[string, Feature[], string]>([
    ['two features of one name', [boxes, { name: 'boxes' }], 'two features are named boxes: rename one of them'],
    ['a resource declared twice', [boxes, { ...boxes, name: 'more', menu: [] }], 'two features declare acme/box: leave one of them out'],
    [
      'a rule brought twice',
      [
        { ...boxes, rules: { full: () => [] } },
        { name: 'more', rules: { full: () => [] } },
      ],
      'two features bring a rule full',
    ],
    ['a feature without what it needs', [{ ...boxes, needs: ['lids'] }], 'boxes needs lids: list lids too, or leave boxes out'],
    [
      'an entry in no group',
      [{ ...boxes, menu: [{ ...section, group: '/x' }] }],
      'the menu of boxes stands in /x, a group that no module brings',
    ],
    [
      'an entry that leads nowhere',
      [{ ...boxes, menu: [{ ...section, resource: 'acme/bag' }] }],
      'the menu of boxes leads to acme/bag, which nobody declares',
    ],
    [
      'a name of another module',
      [{ name: 'boxes', resources: [boxOf('sys/box')] }],
      'sys/box is declared in the module acme: call it acme/box',
    ],
  ])('refuse %s, with the place and the cure', (_what, features, mistake) => {
    expect(() => office(...features)).toThrow(mistake);
  });
});
