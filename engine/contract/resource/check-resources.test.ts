import { describe, expect, it } from 'vitest';
import { office } from '@back-office/app/office.ts';
import { checkResources } from './check-resources.ts';
import { defineResource } from './define-resource.ts';
import type { Resource } from './resource.ts';

const { resources } = office;

const good: Resource = defineResource({
  name: 'sys/box',
  title: '盒子',
  table: 'sys_box',
  label: 'boxName',
  fields: {
    boxName: { kind: 'text', label: '名称', max: 5 },
    boxKey: { kind: 'secret', label: '密钥', min: 8, max: 20 },
    parentId: { kind: 'parent', label: '上级' },
  },
  list: ['boxName', 'parentId'],
  form: ['boxName', 'boxKey', 'parentId'],
  sort: 'boxName:asc',
});
// The resource that the base fields refer to.
const user: Resource = { ...good, name: 'sys/user', table: 'sys_user' };
const mistakes = (change: Partial<Resource>): string[] => checkResources([{ ...good, ...change }, user], office.rules);
const withField = (name: string, field: object): Partial<Resource> => ({ fields: { ...good.fields, [name]: field } as Resource['fields'] });

describe('the check of the declarations', () => {
  it('finds no mistake in the product’s own declarations', () => {
    expect(checkResources(resources, office.rules)).toEqual([]);
    expect(mistakes({})).toEqual([]);
  });

  const cases: [string, Partial<Resource>, string][] = [
    ['a resource declared twice', { name: 'sys/user' }, 'sys/user: declared twice'],
    ['an unknown name in list', { list: ['boxNmae'], search: ['parentId'] }, 'sys/box.list: there is no field boxNmae'],
    ['an unknown name in form', { form: ['x'] }, 'sys/box.form: there is no field x'],
    ['an unknown name in search', { search: ['x', 'parentId'] }, 'sys/box.search: there is no field x'],
    ['an unknown name in import', { import: ['x'] }, 'sys/box.import: there is no field x'],
    ['an unknown name in export', { export: ['x'] }, 'sys/box.export: there is no field x'],
    ['the name of a property that every object inherits', { export: ['constructor'] }, 'sys/box.export: there is no field constructor'],
    ['a field named twice in a list', { form: ['boxName', 'boxName'] }, 'sys/box.form: boxName is named twice'],
    ['a secret that is listed', { list: ['boxKey'], search: ['parentId'] }, 'sys/box.list: boxKey is a secret and is never read out'],
    ['a secret that is searched', { search: ['boxKey', 'parentId'] }, 'sys/box.search: boxKey is a secret and is never read out'],
    ['a secret that is exported', { export: ['boxKey'] }, 'sys/box.export: boxKey is a secret and is never read out'],
    [
      'a field in import that is not in form',
      { form: ['boxName'], import: ['boxKey'] },
      'sys/box.import: boxKey is not in form, so an import could not write it',
    ],
    [
      'a search box over a field that is not text',
      { browse: { find: ['parentId'] } },
      'sys/box.browse.find: parentId is no text field, and the search box looks in texts',
    ],
    [
      'a filter on a field that is neither a time nor one of few choices',
      { browse: { filters: ['boxName'] } },
      'sys/box.browse.filters: boxName is not in search, or has no few choices and is no time',
    ],
    ['an unknown name in card', { browse: { card: ['x'] } }, 'sys/box.browse.card: x is no field'],
    [
      'a tree beside the list by a field that is not a reference',
      { browse: { tree: 'boxName' } },
      'sys/box.browse.tree: boxName is no reference in search',
    ],
    ['a gram index on a field that is not text', { browse: { grams: ['parentId'] } }, 'sys/box.browse.grams: parentId is no text field'],
    [
      'a field set with another than a time of the server',
      withField('boxSeen', { kind: 'text', label: '见', max: 9, setWith: 'boxName' }),
      'sys/box.fields.boxSeen.setWith: boxName is no time that the server alone sets',
    ],
    ['a field without a label', withField('x', { kind: 'datetime', label: ' ' }), 'sys/box.fields.x: has no label'],
    [
      'a reference to an undeclared resource',
      withField('x', { kind: 'reference', label: '引用', to: 'sys/none' }),
      'sys/box.fields.x: refers to sys/none, which is not declared',
    ],
    [
      'references to an undeclared resource',
      withField('x', { kind: 'references', label: '引用', to: 'sys/none', link: 'l' }),
      'sys/box.fields.x: refers to sys/none, which is not declared',
    ],
    [
      'a secret that is logged',
      withField('x', { kind: 'secret', label: '密', min: 1, max: 2, log: 'mask' }),
      'sys/box.fields.x: a secret is never logged',
    ],
    [
      'a field with the name that the label of a reference has',
      { fields: { ...good.fields, parentIdLabel: { kind: 'datetime', label: '时' } } },
      "sys/box.fields.parentId: parentIdLabel is its label's name",
    ],
    [
      'a field name with an underscore',
      withField('box_name', { kind: 'text', label: '名', max: 5 }),
      'sys/box.fields.box_name: a name is in camel case, such as userName, for its column is made of it: rename it',
    ],
    [
      'a field named version',
      withField('version', { kind: 'number', label: '版本', min: 0, max: 9 }),
      'sys/box.fields.version: every record has it, and the server alone writes it: leave it out',
    ],
    [
      'ids of an undeclared resource',
      withField('boxIds', { kind: 'ids', label: '内容', to: ['sys/none'] }),
      'sys/box.fields.boxIds: refers to sys/none, which is not declared',
    ],
    [
      'a minimum above the maximum',
      withField('x', { kind: 'number', label: '数', min: 9, max: 1 }),
      'sys/box.fields.x: min 9 is more than max 1, so that every value is refused: exchange them',
    ],
    [
      'a text with a maximum length of 0',
      withField('x', { kind: 'text', label: '文', max: 0 }),
      'sys/box.fields.x: no text is as short as max 0: make it greater',
    ],
    [
      'a default that is too large',
      withField('x', { kind: 'number', label: '数', min: 0, max: 9, default: 12 }),
      'sys/box.fields.x: the default 12 is one that the field refuses: give another',
    ],
    [
      'a default that the shape of its field does not allow',
      withField('x', { kind: 'text', label: '文', max: 9, shape: 'phone', default: 'abc' }),
      'sys/box.fields.x: the default "abc" is one that the field refuses: give another',
    ],
    [
      'a label that is not a text field',
      { label: 'parentId' },
      'sys/box.label: parentId is no text, and a record is known by one: name a text field',
    ],
    ['an empty list', { list: [], search: ['parentId'] }, 'sys/box.list: names no field, so its page would be empty: name one'],
    [
      'a form with a field that the server writes itself',
      { form: ['createUser'] },
      'sys/box.form: the server itself writes createUser: leave it out',
    ],
    [
      'a required field that is not in form',
      withField('x', { kind: 'text', label: '文', max: 9, required: true }),
      'sys/box.fields.x: is required, but no form names it, so nothing could be made: name it in form',
    ],
    [
      'the table of another resource',
      { table: 'sys_user' },
      'sys/box.table: sys_user is the table of sys/user too: give it one of its own',
    ],
    [
      'two fields with the same link table',
      {
        fields: {
          ...good.fields,
          one: { kind: 'references', label: '一', to: 'sys/user', link: 'sys_pair' },
          two: { kind: 'references', label: '二', to: 'sys/user', link: 'sys_pair' },
        },
      },
      'sys/box.fields: another field keeps its pairs in sys_pair too: give each a table of its own',
    ],
    ['a resource name without its module', { name: 'Box' }, "Box: a name is its module's, / and words with hyphens"],
    ['an unknown label', { label: 'x' }, 'sys/box.label: there is no field x'],
    ['an unknown sort field', { sort: 'x:asc' }, 'sys/box.sort: x:asc is no field:asc or field:desc'],
    ['an unknown sort direction', { sort: 'boxName:up' }, 'sys/box.sort: boxName:up is no field:asc or field:desc'],
    ['two parent fields', withField('x', { kind: 'parent', label: '上级' }), 'sys/box.fields: more than one parent'],
    [
      'a tree whose search does not name its parent field',
      { search: ['boxName'] },
      'sys/box.search: a tree is loaded by its parent: write search, with parentId among its names',
    ],
    [
      'a scope by a reference in place of the name of a resource',
      { scope: { of: 'parentId' } },
      'sys/box.scope.of: parentId is no text: it holds the name of a resource, such as sys/user, and not a record of one',
    ],
    ['a scope by an unknown field', { scope: { org: 'x' } }, 'sys/box.scope: there is no field x, nor is it among its hidden columns'],
    ['an unknown rule', { rules: ['x'] }, 'sys/box.rules: there is no rule x'],
    ['an unknown field in unique', { unique: [['boxName', 'x']] }, 'sys/box.unique: there is no field x'],
    [
      'a form of a resource without a save operation',
      { operations: ['select-page'] },
      'sys/box.form: names fields, but nothing is ever saved',
    ],
    [
      'a switch for a field that is not in form',
      { ...withField('x', { kind: 'boolean', label: '旗', default: '否' }), listOptions: { toggle: { x: { values: ['是', '否'] } } } },
      'sys/box.listOptions.toggle: x is not in form: name it there',
    ],
    [
      'a switch for a text field',
      { listOptions: { toggle: { boxName: { values: ['甲', '乙'] } } } },
      'sys/box.listOptions.toggle: boxName has no few choices: only a dict or a boolean has two values',
    ],
    [
      'a switch for a boolean with values other than 是 and 否',
      {
        ...withField('x', { kind: 'boolean', label: '旗', default: '否' }),
        form: ['x'],
        listOptions: { toggle: { x: { values: ['开', '关'] } } },
      },
      'sys/box.listOptions.toggle: x is a boolean: its values are 是 and 否',
    ],
    [
      'a switch that asks before a value which it does not have',
      {
        ...withField('x', { kind: 'dict', label: '状态', dict: 'status' }),
        form: ['x'],
        listOptions: { toggle: { x: { values: ['正常', '停用'], ask: { 关闭: '…' } } } },
      },
      'sys/box.listOptions.toggle: x asks before 关闭, which is none of its values',
    ],
  ];
  it.each(cases)('reports %s with its place', (_what, change, sentence) => {
    expect(mistakes(change)).toContain(sentence);
  });

  it('reports all mistakes at once', () => {
    expect(mistakes({ sort: 'x', label: 'y' })).toHaveLength(2);
  });
});
