import { office } from '@back-office/app/office.ts';
import { modules } from '@back-office/app/own/office.ts';
import { modules as servers } from '@back-office/app/server/modules.ts';
import { describe, expect, it } from 'vitest';
import { declaredShape } from './declared-shape.ts';
import { serverShape } from './server-shape.ts';
import { shapeMistakes } from './shape-mistakes.ts';

const name = { kind: 'text', label: '名称', max: 50 };
const box = {
  name: 'acme/box',
  title: '盒子',
  table: 'acme_box',
  label: 'boxName',
  fields: { boxName: name },
  list: ['boxName'],
  form: ['boxName'],
  search: ['boxName'],
  import: [],
  export: ['boxName'],
  sort: 'boxName:asc',
  unique: [],
  operations: ['select'],
  rules: [],
  browse: {},
};
const ofFeature = (feature: object): string[] => shapeMistakes(declaredShape, feature);
const mistakes = (change: object): string[] => ofFeature({ name: 'boxes', resources: [{ ...box, ...change }] });
const ofField = (field: object): string[] => mistakes({ fields: { boxName: field } });

describe('the start-up check of declarations whose types were not checked', () => {
  it('finds no mistake in the product’s own declarations', () => {
    expect(modules.flatMap(({ features }) => features.flatMap(ofFeature))).toEqual([]);
    expect(ofFeature({ name: 'all', resources: office.resources })).toEqual([]);
    expect(servers.flatMap((module) => shapeMistakes(serverShape, module))).toEqual([]);
    expect(mistakes({})).toEqual([]);
  });

  it.each<[string, object, string]>([
    [
      'a misspelt option',
      { ...name, requred: true },
      'acme/box.fields.boxName.requred: nothing is called requred here: correct it, or leave it out',
    ],
    ['a missing option', { kind: 'text', label: '名称' }, 'acme/box.fields.boxName.max: is missing'],
    ['a field without a label', { kind: 'date' }, 'acme/box.fields.boxName.label: is missing'],
    ['an unknown kind', { ...name, kind: 'longtext' }, 'acme/box.fields.boxName.kind: there is no kind longtext'],
    ['a field without a kind', { label: '名称' }, 'acme/box.fields.boxName.kind: is missing'],
    ['a text in place of a number', { ...name, max: '50' }, 'acme/box.fields.boxName.max: a number is expected'],
    ['an unknown value of an option', { ...name, log: 'plane' }, 'acme/box.fields.boxName.log: is none of plain, mask'],
    [
      'a shape without its example',
      { ...name, shape: { pattern: 'a', message: '有误' } },
      'acme/box.fields.boxName.shape.example: is missing',
    ],
  ])('names %s', (_what, field, sentence) => {
    expect(ofField(field)).toEqual([sentence]);
  });

  it.each<[string, object, string[]]>([
    ['no title', { title: undefined }, ['acme/box.title: is missing']],
    [
      'no list, from which search and export are derived',
      { list: undefined, search: undefined, export: undefined },
      ['acme/box.list: is missing'],
    ],
    ['no search of its own', { search: undefined }, ['acme/box.search: is missing']],
    ['a name in place of a list of names', { form: 'boxName' }, ['acme/box.form: a list is expected']],
    ['an unknown operation', { operations: ['read'] }, [expect.stringContaining('acme/box.operations.0: is none of create, select')]],
    [
      'a switch with a single value',
      { listOptions: { toggle: { boxName: { values: ['是'] } } } },
      [expect.stringContaining('acme/box.listOptions.toggle.boxName.values: ')],
    ],
    [
      'two mistakes',
      { filds: {}, scope: { organisation: 'x' } },
      [
        'acme/box.scope.organisation: nothing is called organisation here: correct it, or leave it out',
        'acme/box.filds: nothing is called filds here: correct it, or leave it out',
      ],
    ],
  ])('names a resource with %s', (_what, change, sentences) => {
    expect(mistakes(change)).toEqual(sentences);
  });

  it('names mistakes in a feature, its menu, its rules and the fields it adds to other modules’ resources', () => {
    const entry = { resource: 'acme/box', group: '/acme', order: 1, title: '盒子', icon: 'file' };
    expect(ofFeature({ name: 'boxes', resource: [] })).toEqual([
      'boxes.resource: nothing is called resource here: correct it, or leave it out',
    ]);
    expect(ofFeature({ name: 'boxes', menu: [{ ...entry, order: '1' }] })).toEqual(['boxes.menu.0.order: a number is expected']);
    expect(ofFeature({ name: 'boxes', extend: [{ resource: 'sys/user', fields: { acmeBox: { kind: 'text', max: 1 } } }] })).toEqual([
      'sys/user.fields.acmeBox.label: is missing',
    ]);
    expect(ofFeature({ name: 'boxes', rules: { acmeRule: 'x' } })).toEqual(['boxes.rules.acmeRule: a function is expected']);
  });

  it('names properties of a server module that nothing reads', () => {
    const feature = { name: 'boxes', routs: () => undefined };
    expect(shapeMistakes(serverShape, { name: 'acme', features: [feature], migration: 'x' })).toEqual([
      'boxes.routs: nothing is called routs here: correct it, or leave it out',
      'acme.migration: nothing is called migration here: correct it, or leave it out',
    ]);
  });
});
