import type { FunctionNode } from '@back-office/contract/calls/login.ts';
import { expect, test } from 'vitest';
import { applyChanges, changesBetween } from './grant-changes.ts';
import { matchingNodes, grantRecords, readGrantTree, slotsOf, stateOf, toggled, withSlots } from './grant-tree.ts';

const node = (id: string, functionPermission: string | null, sysFunctions: FunctionNode[] = []): FunctionNode => ({
  id,
  functionPermission,
  sysFunctions,
  parentId: null,
  rootPath: id,
  functionName: id,
  functionIcon: null,
  isHidden: '否',
  isExternal: '否',
  functionComponent: `sys/${id}/list`,
  redirectPath: null,
  functionSort: 0,
});

const tree = [node('系统', null, [node('用户', 'delete,read,审核'), node('角色', 'read,edit'), node('官网', null)])];
const [system] = readGrantTree(tree, []).nodes;
const all = slotsOf(system === undefined ? [] : [system]);
const free = () => true;

test('lists standard permissions in their order, then custom ones, and plain access for a page without any', () => {
  expect(all.map(({ node: { name }, word }) => `${name}:${word}`)).toEqual([
    '用户:read',
    '用户:delete',
    '用户:审核',
    '角色:read',
    '角色:edit',
    '官网:',
  ]);
});

test('a container grants nothing by itself: only what is ticked below it is sent', () => {
  const grants = toggled(new Map(), all.slice(0, 1), free);
  expect(stateOf(grants, all)).toBe('some');
  expect(grantRecords(grants)).toEqual([{ id: '用户', functionPermission: 'read' }]);
  expect(grantRecords(toggled(grants, all, free))).toEqual([
    { id: '用户', functionPermission: 'read,delete,审核' },
    { id: '角色', functionPermission: 'read,edit' },
    { id: '官网', functionPermission: '' },
  ]);
  expect(grantRecords(toggled(toggled(grants, all, free), all, free))).toEqual([]);
});

test('ticking all skips what the person may not grant', () => {
  const grants = toggled(new Map(), all, ({ word }) => word === 'read');
  expect(grantRecords(grants).map(({ functionPermission }) => functionPermission)).toEqual(['read', 'read']);
});

test('keeps a permission that its page does not declare, and drops a grant of the container itself', () => {
  const { nodes, grants } = readGrantTree(tree, [
    { id: '系统', functionPermission: '' },
    { id: '角色', functionPermission: 'write' },
  ]);
  expect(nodes[0]?.children[1]?.words).toEqual(['read', 'edit', 'write']);
  expect(grantRecords(grants)).toEqual([{ id: '角色', functionPermission: 'write' }]);
});

test('reports what changed, and applies those changes to grants that somebody else has edited meanwhile', () => {
  const before = readGrantTree(tree, [{ id: '角色', functionPermission: 'read' }]);
  const after = withSlots(withSlots(before.grants, all.slice(0, 2), true), all.slice(3, 4), false);
  const changes = changesBetween(before.nodes, before.grants, after);
  expect(changes.map(({ path, added, removed }) => ({ path, added, removed }))).toEqual([
    { path: '系统 / 用户', added: ['read', 'delete'], removed: [] },
    { path: '系统 / 角色', added: [], removed: ['read'] },
  ]);
  const meanwhile = readGrantTree(tree, [{ id: '角色', functionPermission: 'read,edit' }]).grants;
  expect(grantRecords(applyChanges(meanwhile, changes))).toEqual([
    { id: '角色', functionPermission: 'edit' },
    { id: '用户', functionPermission: 'read,delete' },
  ]);
});

test('a search keeps the ancestors and the descendants of what it finds', () => {
  expect(matchingNodes(readGrantTree(tree, []).nodes, (name) => name === '用户')).toMatchObject([
    { name: '系统', words: [], children: [{ name: '用户' }] },
  ]);
  expect(matchingNodes(readGrantTree(tree, []).nodes, (name) => name === '系统')[0]?.children).toHaveLength(3);
});
