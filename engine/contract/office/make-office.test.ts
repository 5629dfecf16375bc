import { describe, expect, it } from 'vitest';
import { defineResource } from '../resource/define-resource.ts';
import { defineExtension } from '../resource/extension.ts';
import type { Feature } from './feature.ts';
import { sectionPath } from './menu.ts';
import type { Module } from './module.ts';
import { makeOffice } from './make-office.ts';

const boxOf = (name: string) =>
  defineResource({
    name,
    title: '盒子',
    table: name.replace('/', '_'),
    label: 'boxName',
    fields: { boxName: { kind: 'text', label: '名称', max: 5 } },
    list: ['boxName'],
    form: ['boxName'],
    sort: 'boxName:asc',
  });
const betaBox = boxOf('beta/box');
const section = { resource: 'acme/box', group: '/acme', order: 10, title: '盒子', icon: 'file' } as const;
const boxes: Feature = { name: 'boxes', resources: [boxOf('acme/box')], menu: [section] };
const group = { path: '/acme', title: '仓库', icon: 'database' } as const;
const office = (...features: Feature[]) => makeOffice([{ name: 'acme', features, menu: [group] }]);

describe('an office made of modules', () => {
  it('finds resources by name, and sorts the menu by the order that each entry gives', () => {
    const lids: Feature = { name: 'lids', resources: [boxOf('acme/lid')], menu: [{ ...section, resource: 'acme/lid', order: 5 }] };
    const made = office(boxes, lids);
    expect(made.resourceOf('acme/box').title).toBe('盒子');
    expect(made.menu).toMatchObject([{ path: '/acme', sections: [{ resource: 'acme/lid' }, { resource: 'acme/box' }] }]);
    expect([made.has('lids'), made.has('bags')]).toEqual([true, false]);
    expect(() => made.resourceOf('acme/bag')).toThrow('No resource is named acme/bag');
  });

  it('accepts a module with a digit in its name, and a menu entry for a page of its own', () => {
    const map: Feature = { name: 'map', menu: [{ page: 'acme2/map', group: '/acme2', order: 1, title: '地图', icon: 'file' }] };
    const made = makeOffice([{ name: 'acme2', features: [map], menu: [{ ...group, path: '/acme2' }] }]);
    expect(made.menu).toMatchObject([{ path: '/acme2', sections: [{ page: 'acme2/map' }] }]);
  });

  it('does not mistake a module for another whose name begins with its own', () => {
    const inOther: Feature = { ...boxes, menu: [{ ...section, group: '/acme2' }] };
    const other = { name: 'acme2', features: [], menu: [{ ...group, path: '/acme2' }] };
    expect(makeOffice([{ name: 'acme', features: [inOther] }, other]).menu.flatMap(({ sections }) => sections.map(sectionPath))).toEqual([
      '/acme2/acme-box',
    ]);
    const claiming: Feature = {
      ...boxes,
      pages: [{ path: '/acme2/map', name: 'acme2Map', component: 'acme/map', meta: { title: '地图' } }],
    };
    expect(() => office(claiming)).toThrow('the page at /acme2/map is one of the module acme: call it /acme/acme2/map');
    expect(() => office(claiming)).toThrow('the page acme2Map is one of the module acme: call it acmeAcme2Map');
  });

  it('leaves out a menu group without entries', () => {
    expect(office({ ...boxes, menu: [] }).menu).toEqual([]);
  });

  it.each<[string, Feature[], string]>([
    ['two features with the same name', [boxes, { name: 'boxes' }], 'two features are named acme/boxes: rename one of them'],
    [
      'a resource declared twice',
      [boxes, { ...boxes, name: 'more', menu: [] }],
      'acme/boxes and acme/more both declare acme/box: leave one of them out',
    ],
    [
      'a rule brought twice',
      [
        { ...boxes, rules: { acmeFull: () => [] } },
        { name: 'more', rules: { acmeFull: () => [] } },
      ],
      'acme/boxes and acme/more both bring a rule acmeFull: rename one',
    ],
    [
      'a feature that needs one which is not listed',
      [{ ...boxes, needs: ['lids'] }],
      'boxes needs lids: list lids too, or leave boxes out',
    ],
    [
      'a menu entry in a group that no module brings',
      [{ ...boxes, menu: [{ ...section, group: '/x' }] }],
      'the menu of boxes stands in /x, a group that no module brings',
    ],
    [
      'a menu entry for an undeclared resource',
      [{ ...boxes, menu: [{ ...section, resource: 'acme/bag' }] }],
      'the menu of boxes leads to acme/bag, which nobody declares',
    ],
    [
      'a menu entry for a page that is not named by its module and a word',
      [{ ...boxes, menu: [{ page: 'acme-map', group: '/acme', order: 1, title: '地图', icon: 'file' }] }],
      'the menu of boxes leads to the page acme-map: name it by the module and a word, such as acme/months',
    ],
    [
      'a menu entry for a page of another module',
      [{ ...boxes, menu: [{ page: 'sys/map', group: '/acme', order: 1, title: '地图', icon: 'file' }] }],
      'the page sys/map is one of the module acme: call it acme/map',
    ],
    [
      'a menu entry for a page with the name of a resource',
      [{ ...boxes, menu: [{ page: 'acme/box', group: '/acme', order: 1, title: '地图', icon: 'file' }] }],
      'the menu of boxes leads to the page acme/box, which is a resource',
    ],
    [
      'a permission that every resource has',
      [{ ...boxes, menu: [{ ...section, permissions: { edit: '修改' } }] }],
      'the menu of boxes gives acme/box the permission edit, which every resource has: leave it out',
    ],
    [
      'a permission whose name has a comma',
      [{ ...boxes, menu: [{ ...section, permissions: { 'pack,send': '打包' } }] }],
      'the menu of boxes gives acme/box the permission pack,send: name it in letters, digits, _, : and -, a letter first',
    ],
    [
      'a permission whose name begins with a digit',
      [{ ...boxes, menu: [{ ...section, permissions: { '2pack': '打包' } }] }],
      'the menu of boxes gives acme/box the permission 2pack: name it in letters, digits, _, : and -, a letter first',
    ],
    [
      'a resource with the prefix of another module',
      [{ name: 'boxes', resources: [boxOf('sys/box')] }],
      'sys/box is declared in the module acme: call it acme/box',
    ],
  ])('refuses %s, naming the place and the fix', (_what, features, mistake) => {
    expect(() => office(...features)).toThrow(mistake);
  });
});

const holder = (extend: Feature['extend'] = []) => ({ name: 'beta', features: [{ name: 'holders', extend }] });
const handle = defineExtension({
  resource: 'acme/box',
  fields: { betaHandle: { kind: 'text', label: '把手', max: 9 } },
  list: ['betaHandle'],
  form: ['betaHandle'],
});
const ofAcme: Module = { name: 'acme', features: [boxes], menu: [group] };

describe('fields that a module adds to another module’s resource', () => {
  it('come after the existing fields in each list that names them; search and export default to the list', () => {
    expect(makeOffice([ofAcme, holder([handle])]).resourceOf('acme/box')).toMatchObject({
      fields: { boxName: { label: '名称' }, betaHandle: { label: '把手' } },
      list: ['boxName', 'betaHandle'],
      form: ['boxName', 'betaHandle'],
      search: ['boxName', 'betaHandle'],
      export: ['boxName', 'betaHandle'],
      import: [],
    });
  });

  it('are unique as declared, after what is unique already', () => {
    const unique = [['betaHandle', 'boxName']];
    expect(makeOffice([ofAcme, holder([{ ...handle, unique }])]).resourceOf('acme/box')).toMatchObject({ unique });
  });

  it.each<[string, Module[], string]>([
    [
      'without the prefix of their module',
      [ofAcme, holder([{ ...handle, fields: { handle: { kind: 'text', label: '把手', max: 9 } }, list: [], form: [] }])],
      'the field that beta/holders adds to acme/box, handle is one of the module beta: call it betaHandle',
    ],
    [
      'to an undeclared resource',
      [ofAcme, holder([{ ...handle, resource: 'acme/bag' }])],
      'beta/holders adds to acme/bag, which nobody declares',
    ],
    [
      'to a resource of its own module',
      [{ ...ofAcme, features: [boxes, { name: 'more', extend: [handle] }] }],
      'acme/more adds to acme/box, which is of the same module: put the fields into its declaration',
    ],
    ['twice', [ofAcme, holder([handle, handle])], 'acme/box.betaHandle is added twice: rename one'],
    [
      'with a list that names a field which is not among them',
      [ofAcme, holder([{ ...handle, list: ['betaHandel'] }])],
      'beta/holders adds to acme/box: there is no field betaHandel among those that it adds',
    ],
    [
      'with a unique list of which none is among them',
      [ofAcme, holder([{ ...handle, unique: [['betaHandle'], ['boxName', 'boxSize']] }])],
      'beta/holders adds to acme/box: boxName and boxSize are unique, none of which it adds: name one of its fields with them',
    ],
  ])('are refused when added %s', (_what, modules, mistake) => {
    expect(() => makeOffice(modules)).toThrow(mistake);
  });
});

describe('names and places that modules claim', () => {
  const page = (path: string, name: string) => ({ path, name, component: name, meta: { title: '帮助' } });
  it.each<[string, Module[], string]>([
    ['two modules with the same name', [ofAcme, ofAcme], 'two modules are named acme: rename one of them'],
    ['a menu group of two modules', [ofAcme, { name: 'beta', features: [], menu: [group] }], 'two modules bring a group /acme of the menu'],
    [
      'a page path of two modules',
      [
        { name: 'acme', features: [{ name: 'a', pages: [page('/acme/help', 'acmeHelp')] }] },
        { name: 'beta', features: [{ name: 'b', pages: [page('/acme/help', 'acmeHelp')] }] },
      ],
      'acme/a and beta/b both claim the path /acme/help: give one of them another',
    ],
    [
      'two menu entries for one resource',
      [ofAcme, { name: 'beta', features: [{ name: 'more', menu: [{ ...section, order: 1 }] }] }],
      'acme/boxes and beta/more both lead the menu to acme/box',
    ],
    [
      'a page path without the prefix of its module',
      [{ name: 'acme', features: [{ name: 'a', pages: [page('/help', 'acmeHelp')] }] }],
      'call it /acme/help',
    ],
    [
      'a page name without the prefix of its module',
      [{ name: 'acme', features: [{ name: 'a', pages: [page('/acme/help', 'help')] }] }],
      'call it acmeHelp',
    ],
    [
      'a menu group without the prefix of its module',
      [{ name: 'acme', features: [], menu: [{ ...group, path: '/stock' }] }],
      'call it /acme/stock',
    ],
    [
      'a table with the prefix of another module',
      [{ name: 'acme', features: [{ name: 'a', resources: [{ ...boxOf('acme/box'), table: 'sys_box' }] }] }],
      'the table sys_box is one of the module acme: call it acme_box',
    ],
    [
      'a module name with a capital letter',
      [{ name: 'Acme', features: [] }],
      'a module is named Acme: name it in small letters, such as acme',
    ],
  ])('are refused: %s', (_what, modules, mistake) => {
    expect(() => makeOffice(modules)).toThrow(mistake);
  });

  it('do not conflict across modules: features of one name, and sections of one name in a shared group', () => {
    const made = makeOffice([
      ofAcme,
      { name: 'beta', features: [{ ...boxes, resources: [betaBox], menu: [{ ...section, resource: 'beta/box' }] }] },
    ]);
    expect(made.menu[0]?.sections.map(sectionPath)).toEqual(['/acme/box', '/acme/beta-box']);
  });
});
