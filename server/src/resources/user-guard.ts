import type { AnyRow } from '@back-office/contract/resource/row.ts';
import type { Context } from '../crud/context.ts';
import type { Checked } from '../crud/save.ts';
import { systemIds } from '../database/seed/system-ids.ts';
import { Refusal, refused } from '../http/refusal.ts';
import { passwordFault } from '../session/password-policy.ts';

const denied = (message: string): Refusal => new Refusal('notPermitted', { message });

/**
 * What nobody may do to people's records, whatever his permissions (wire.md, end of "Specific calls"): disable or
 * rename the account admin or take its role; touch it, or any holder of the role admin, or hand that role out, without
 * holding it oneself. New passwords keep the policy.
 */
export function guardUsers(context: Context, checked: readonly Checked[]): void {
  const faults = checked.flatMap(({ values, current }, row) => {
    const { userPassword } = values;
    if (typeof userPassword !== 'string') return [];
    const message = passwordFault(userPassword, String(values['userAccount'] ?? current?.['userAccount'] ?? ''));
    return message === undefined ? [] : [{ field: 'userPassword', message, ...(checked.length > 1 ? { row } : {}) }];
  });
  if (faults.length > 0) throw refused(faults);
  for (const { values, current } of checked) {
    if (current?.id === systemIds.adminUser) guardAdmin(values, current);
    if (context.user.rights.all) continue;
    if (current !== undefined && holdsAdmin(current['sysRoleIds'])) throw denied('不能修改管理员账号');
    if (holdsAdmin(values['sysRoleIds'])) throw denied('不能授予自己没有的角色');
  }
}

/** The account admin stays; other administrators only an administrator deletes. */
export function guardUserDelete(context: Context, rows: readonly AnyRow[]): void {
  if (rows.some(({ id }) => id === systemIds.adminUser)) throw denied('不能删除管理员账号');
  if (rows.some(({ id }) => id === context.user.userId)) throw denied('不能删除自己的账号');
  if (!context.user.rights.all && rows.some((row) => holdsAdmin(row['sysRoleIds']))) throw denied('不能删除管理员账号');
}

const holdsAdmin = (roleIds: unknown): boolean => Array.isArray(roleIds) && roleIds.includes(systemIds.adminRole);

function guardAdmin(values: Checked['values'], current: AnyRow): void {
  const { userStatus, userAccount, sysRoleIds } = values;
  if (userStatus !== undefined && userStatus !== '正常') throw denied('不能停用管理员账号');
  if (userAccount !== undefined && userAccount !== current['userAccount']) throw denied('不能修改管理员的账号名');
  if (sysRoleIds !== undefined && !holdsAdmin(sysRoleIds)) throw denied('不能取消管理员的角色');
}
