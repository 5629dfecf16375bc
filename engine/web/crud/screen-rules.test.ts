import { may, type Rights } from '@back-office/contract/resource/permission.ts';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import { describe, expect, test } from 'vitest';
import { customActions, listButtons, offersEdit, rowButtons, saveRefusal, viewActions } from './screen-rules.ts';

const box = defineResource({
  name: 'sys/box',
  title: '箱子',
  table: 'box',
  label: 'name',
  sort: 'name:asc',
  fields: { name: { kind: 'text', label: '名称', max: 10 } },
  list: ['name'],
  form: ['name'],
  import: ['name'],
});
const tree = defineResource({ ...box, fields: { ...box.fields, parentId: { kind: 'parent', label: '上级' } } });
const log = defineResource({ ...box, form: [], import: [], operations: ['select', 'select-page', 'delete', 'export'] });

const holding = (...words: string[]) => {
  const rights: Rights = { all: false, byResource: { 'sys/box': words } };
  return (permission: string) => may(rights, 'sys/box', permission);
};
const run = () => undefined;

describe('list toolbar', () => {
  test.each([
    [['read'], []],
    [['add'], ['add']],
    [['delete'], ['delete']],
    [['import'], ['import']],
    [['export'], ['export']],
    [['write'], ['add', 'delete', 'import', 'export']],
    [['admin'], ['add', 'delete', 'import', 'export']],
  ])('with the permissions %j shows %j', (words, buttons) => expect(listButtons(box, holding(...words))).toEqual(buttons));

  test('shows nothing that the resource does not offer', () => {
    expect(listButtons(log, holding('admin'))).toEqual(['delete', 'export']);
  });

  test('shows custom actions to those who have their permission', () => {
    const audit = { name: 'audit', label: '审核', run };
    expect(customActions([audit], holding('audit'))).toEqual([audit]);
    expect(customActions([audit], holding('edit'))).toEqual([]);
    expect(customActions([audit], holding('write'))).toEqual([audit]);
  });
});

describe('row actions', () => {
  test.each([
    [['read'], ['read']],
    [['edit'], ['read', 'edit']],
    [['delete'], ['read', 'delete']],
    [['write'], ['read', 'edit', 'delete']],
    [['admin'], ['read', 'edit', 'delete']],
  ])('with the permissions %j show %j', (words, buttons) => expect(rowButtons(box, holding(...words), true)).toEqual(buttons));

  test('omit edit and delete if the row is not editable', () => {
    expect(rowButtons(box, holding('admin'), false)).toEqual(['read']);
  });

  test('offer to add children to a node of a tree', () => {
    expect(rowButtons(tree, holding('add'), true)).toEqual(['read', 'add']);
    expect(rowButtons(tree, holding('edit'), true)).toEqual(['read', 'edit']);
  });
});

describe('view toolbar', () => {
  test.each(['admin', 'write', 'edit', 'add'])('offers edit with the permission %s', (word) => {
    expect(offersEdit(box, holding(word))).toBe(true);
  });

  test('offers edit with no other permission, and never for a log', () => {
    expect(offersEdit(box, holding('read', 'delete', 'export'))).toBe(false);
    expect(offersEdit(log, holding('admin'))).toBe(false);
  });

  test('shows further actions while editing, or always if flagged affix', () => {
    const audit = { name: 'audit', label: '审核', run };
    const print = { name: 'read', label: '打印', affix: true, run };
    expect(viewActions([audit, print], holding('audit', 'read'), false)).toEqual([print]);
    expect(viewActions([audit, print], holding('audit', 'read'), true)).toEqual([audit, print]);
    expect(viewActions([audit, print], holding('read'), true)).toEqual([print]);
  });

  test('says why a save would be refused: add and edit are separate permissions', () => {
    expect(saveRefusal(box, holding('add'), true)).toBeUndefined();
    expect(saveRefusal(box, holding('add'), false)).toBe('您只能新增箱子，没有修改已有箱子的权限');
    expect(saveRefusal(box, holding('read'), false)).toBe('您没有修改箱子的权限');
    expect(saveRefusal(box, holding('edit'), true)).toContain('没有新增');
    expect(saveRefusal(box, holding('write'), false)).toBeUndefined();
  });
});
