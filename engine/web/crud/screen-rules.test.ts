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
  ])('for %j shows %j', (words, buttons) => expect(listButtons(box, holding(...words))).toEqual(buttons));

  test('shows nothing that the resource does not answer', () => {
    expect(listButtons(log, holding('admin'))).toEqual(['delete', 'export']);
  });

  test('custom roles become further buttons for those who hold them', () => {
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
  ])('for %j shows %j', (words, buttons) => expect(rowButtons(box, holding(...words), true)).toEqual(buttons));

  test('edit and delete vanish where the row is not editable', () => {
    expect(rowButtons(box, holding('admin'), false)).toEqual(['read']);
  });

  test('a node of a tree takes children', () => {
    expect(rowButtons(tree, holding('add'), true)).toEqual(['read', 'add']);
    expect(rowButtons(tree, holding('edit'), true)).toEqual(['read', 'edit']);
  });
});

describe('view toolbar', () => {
  test.each(['admin', 'write', 'edit', 'add'])('%s gives edit', (word) => {
    expect(offersEdit(box, holding(word))).toBe(true);
  });

  test('nobody else gets it, and a log has none', () => {
    expect(offersEdit(box, holding('read', 'delete', 'export'))).toBe(false);
    expect(offersEdit(log, holding('admin'))).toBe(false);
  });

  test('further actions show while editing, or always when flagged affix', () => {
    const audit = { name: 'audit', label: '审核', run };
    const print = { name: 'read', label: '打印', affix: true, run };
    expect(viewActions([audit, print], holding('audit', 'read'), false)).toEqual([print]);
    expect(viewActions([audit, print], holding('audit', 'read'), true)).toEqual([audit, print]);
    expect(viewActions([audit, print], holding('read'), true)).toEqual([print]);
  });

  test('says why a save would be refused: add and edit are two rights', () => {
    expect(saveRefusal(box, holding('add'), true)).toBeUndefined();
    expect(saveRefusal(box, holding('add'), false)).toContain('没有修改');
    expect(saveRefusal(box, holding('edit'), true)).toContain('没有新增');
    expect(saveRefusal(box, holding('write'), false)).toBeUndefined();
  });
});
