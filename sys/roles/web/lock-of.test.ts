import { expect, test } from 'vitest';
import { lockOf, roleLock } from './lock-of.ts';

const node = { id: '1', name: '用户列表', component: 'sys/user/list', off: false, words: ['read', 'delete'], children: [] };
const clerk = { all: false, byResource: { 'sys/user': ['read'], 'sys/role': ['read', 'edit'] } };

test('nobody can grant a permission they lack, but they can keep or remove one already granted', () => {
  expect(lockOf(clerk, new Map(), { node, word: 'read' })).toBeUndefined();
  expect(lockOf(clerk, new Map(), { node, word: 'delete' })).toContain('没有此权限');
  expect(lockOf(clerk, new Map([['1', new Set(['delete'])]]), { node, word: 'delete' })).toBeUndefined();
  expect(lockOf({ all: true, byResource: {} }, new Map(), { node, word: 'delete' })).toBeUndefined();
});

test('only an administrator can grant permissions on a page without a resource', () => {
  expect(lockOf(clerk, new Map(), { node: { ...node, component: 'home' }, word: 'read' })).toContain('没有此权限');
});

test('the admin role, a person’s own role, and any role without the right to edit are read-only', () => {
  expect(roleLock({ all: true, byResource: {} }, ['admin'], 'admin')).toContain('管理员角色');
  expect(roleLock(clerk, ['clerk'], 'clerk')).toContain('自己拥有');
  expect(roleLock({ all: false, byResource: { 'sys/role': ['read'] } }, [], 'other')).toContain('没有编辑');
  expect(roleLock(clerk, ['clerk'], 'other')).toBeUndefined();
});
