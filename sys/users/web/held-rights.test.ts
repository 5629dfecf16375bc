import type { PermissionRight } from '@back-office/contract/calls/rights.ts';
import { expect, test } from 'vitest';
import { heldRights, pathOf } from './held-rights.ts';

const held = (permission: string, ...through: string[]): PermissionRight => ({ permission, held: true, through, missing: null });
const functions = [
  { id: '1', parentId: null, functionName: '系统管理', functionStatus: '正常', permissions: [] },
  {
    id: '2',
    parentId: '1',
    functionName: '用户列表',
    functionStatus: '正常',
    permissions: [
      held('export', '文员'),
      held('read', '文员', '主管'),
      held('add', '文员'),
      { permission: 'delete', held: false, through: [], missing: '没有任何角色授予此权限' },
    ],
  },
];

test('groups the permissions that come through the same roles, and leaves out missing ones', () => {
  expect(heldRights({ functions })).toEqual([
    { id: '2 文员', path: '系统管理 / 用户列表', permissions: ['add', 'export'], through: '文员' },
    { id: '2 文员、主管', path: '系统管理 / 用户列表', permissions: ['read'], through: '文员、主管' },
  ]);
});

test('names a function with its ancestors', () => {
  expect(functions.map((one) => pathOf(functions, one))).toEqual(['系统管理', '系统管理 / 用户列表']);
});
