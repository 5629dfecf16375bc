import { may, type Rights } from '@back-office/contract/resource/permission.ts';
import { resourceOfPage } from '@back-office/contract/resource/rights-of.ts';
import { type Grants, isGranted, type Slot } from './grant-tree.ts';

/**
 * Why a permission cannot be ticked, or undefined: nobody may grant what they lack, but an existing grant may be kept or
 * removed (the server checks the same, rights/grantable.ts).
 */
export function lockOf(rights: Rights, stored: Grants, slot: Slot): string | undefined {
  if (rights.all || slot.word === '' || isGranted(stored, slot)) return undefined;
  const resource = resourceOfPage(slot.node.component);
  return resource !== undefined && may(rights, resource, slot.word) ? undefined : '您自己没有此权限，不能授予';
}

/** Why a role's grant as a whole cannot be changed by this person, or undefined. */
export function roleLock(rights: Rights, roles: readonly string[], roleCode: string): string | undefined {
  if (roleCode === 'admin') return '这是系统内置的管理员角色，拥有全部权限，不能修改。';
  if (!may(rights, 'sys/role', 'edit')) return '您没有编辑角色的权限，只能查看授权。';
  if (!rights.all && roles.includes(roleCode)) return '您自己拥有此角色，不能修改它的授权。';
  return undefined;
}
