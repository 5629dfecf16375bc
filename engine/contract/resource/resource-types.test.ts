import { expect, it } from 'vitest';
import { user } from '@back-office/sys/users/user.ts';
import type { Declared } from './declared.ts';
import { defineResource } from './define-resource.ts';
import { baseFields, type Resource } from './resource.ts';
import type { AnyRow, RowOf } from './row.ts';

/* Declarations that the compiler refuses: if one of these lines compiles, the type check fails. */
const box = {
  name: 'sys/box',
  title: '盒子',
  table: 'sys_box',
  label: 'boxName',
  fields: {
    boxName: { kind: 'text', label: '名称', required: true, max: 5 },
    boxSize: { kind: 'number', label: '大小', min: 1, max: 9 },
    boxKey: { kind: 'secret', label: '密钥', min: 8, max: 20 },
    isOpen: { kind: 'boolean', label: '是否打开', default: '否' },
    sysOrgId: { kind: 'reference', label: '机构', to: 'sys/org' },
    sysUserIds: { kind: 'references', label: '人员', to: 'sys/user', link: 'sys_box_user' },
    parentId: { kind: 'parent', label: '上级', within: 'sysOrgId' },
    boxData: { kind: 'json', label: '数据' },
  },
  list: ['boxName', 'createTime'],
  form: ['boxName', 'boxSize', 'boxKey'],
  sort: 'createTime:desc',
} as const;

it('a declaration keeps its fields and its literal types', () => {
  const made = defineResource({ ...box, import: ['boxSize'], unique: [['sysOrgId', 'boxName']], scope: { org: 'sysOrgId', person: 'id' } });
  const erased: Resource = made;
  expect(erased.fields).toEqual({ ...box.fields, ...baseFields });
  const table: 'sys_box' = made.table;
  const kind: 'text' = made.fields.boxName.kind;
  expect([table, kind]).toEqual(['sys_box', 'text']);
});

it('the compiler refuses a field name that is not declared', () => {
  // @ts-expect-error -- a misspelt name
  defineResource({ ...box, list: ['boxNmae'] });
  // @ts-expect-error -- a misspelt name
  defineResource({ ...box, form: ['boxNmae'] });
  // @ts-expect-error -- a misspelt name
  defineResource({ ...box, search: ['boxNmae'] });
  // @ts-expect-error -- a misspelt name
  defineResource({ ...box, export: ['boxNmae'] });
  // @ts-expect-error -- a misspelt name
  defineResource({ ...box, import: ['boxNmae'] });
  // @ts-expect-error -- a misspelt name
  defineResource({ ...box, label: 'boxNmae' });
  // @ts-expect-error -- a misspelt name
  defineResource({ ...box, sort: 'boxNmae:asc' });
  // @ts-expect-error -- a misspelt name
  defineResource({ ...box, unique: [['boxName', 'sysOrgld']] });
  // @ts-expect-error -- a misspelt name
  defineResource({ ...box, scope: { org: 'sysOrgld' } });
  // @ts-expect-error -- a misspelt name
  defineResource({ ...box, scope: { person: 'createUsr' } });
  // @ts-expect-error -- a misspelt name
  defineResource({ ...box, scope: { of: 'boxNmae' } });
  // @ts-expect-error -- a misspelt name
  defineResource({ ...box, fields: { ...box.fields, parentId: { kind: 'parent', label: '上级', within: 'sysOrgld' } } });
  // @ts-expect-error -- a misspelt name
  defineResource({ ...box, fields: { ...box.fields, boxIp: { kind: 'text', label: '地址', max: 45, setWith: 'updateTiem' } } });
});

it('the compiler refuses a field where its kind does not fit, and an unknown direction, operation or property', () => {
  // @ts-expect-error -- a secret is never read out
  defineResource({ ...box, list: ['boxKey'] });
  // @ts-expect-error -- a secret is never read out
  defineResource({ ...box, search: ['boxKey'] });
  // @ts-expect-error -- a secret is never read out
  defineResource({ ...box, export: ['boxKey'] });
  // @ts-expect-error -- the form does not name it, so nothing could write it
  defineResource({ ...box, import: ['isOpen'] });
  // @ts-expect-error -- does not refer to an organisation
  defineResource({ ...box, scope: { org: 'createUser' } });
  // @ts-expect-error -- refers to nothing
  defineResource({ ...box, scope: { person: 'boxName' } });
  // @ts-expect-error -- a text cannot be shared with the chosen record, only a reference can
  defineResource({ ...box, fields: { ...box.fields, parentId: { kind: 'parent', label: '上级', within: 'boxName' } } });
  // @ts-expect-error -- no time
  defineResource({ ...box, fields: { ...box.fields, boxIp: { kind: 'text', label: '地址', max: 45, setWith: 'boxName' } } });
  // @ts-expect-error -- no such direction
  defineResource({ ...box, sort: 'boxName:up' });
  // @ts-expect-error -- no such operation
  defineResource({ ...box, operations: ['select-pgae'] });
  // @ts-expect-error -- no such property
  defineResource({ ...box, lists: ['boxName'] });
});

it('the compiler refuses an unknown kind of field, and properties that its kind does not have or lacks', () => {
  // @ts-expect-error -- a misspelt property
  defineResource({ ...box, fields: { ...box.fields, boxNote: { kind: 'text', label: '备注', max: 5, requierd: true } } });
  // @ts-expect-error -- a property of another kind
  defineResource({ ...box, fields: { ...box.fields, boxNote: { kind: 'text', label: '备注', max: 5, decimals: 2 } } });
  // @ts-expect-error -- a text without its limit
  defineResource({ ...box, fields: { ...box.fields, boxNote: { kind: 'text', label: '备注' } } });
  // @ts-expect-error -- no such kind
  defineResource({ ...box, fields: { ...box.fields, boxNote: { kind: 'txet', label: '备注', max: 5 } } });
});

it('the compiler names a property that a kind does not have', () => {
  type Note = { kind: 'text'; label: '备注'; max: 5; requierd: true };
  const named = (refused: Declared<{ boxNote: Note }, 'sys_box', [], never>): 'requierd' => refused.fields.boxNote.requierd.unknownProperty;
  expect(named).toBeTypeOf('function');
});

it('the type of a row follows from the declaration', () => {
  const row: RowOf<ReturnType<typeof boxes>> = {
    id: '1',
    version: 1,
    createTime: '2026-03-01 08:00:00',
    createUser: null,
    updateTime: '2026-03-01 08:00:00',
    updateUser: null,
    boxName: '盒',
    boxSize: null,
    isOpen: '否',
    sysOrgId: null,
    sysUserIds: [],
    parentId: null,
    boxData: { any: 1 },
  };
  const any: AnyRow = row;
  expect(any.id).toBe('1');
  // @ts-expect-error -- a required field is never null
  row.boxName = null;
  // @ts-expect-error -- a boolean is yes or no
  row.isOpen = '不';
  // @ts-expect-error -- a secret is never read out
  expect(row.boxKey).toBeUndefined();
  // @ts-expect-error -- a misspelt name
  const name: unknown = (person: RowOf<typeof user>) => person.userNmae;
  expect(name).toBeTypeOf('function');
});

const boxes = () => defineResource(box);
