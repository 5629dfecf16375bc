import { userStatuses } from '@back-office/contract/status.ts';
import { textOf } from '@back-office/contract/resource/text-of.ts';
import type { Issue } from '@back-office/contract/resource/issue.ts';
import { isDeepStrictEqual } from 'node:util';
import type { RowOf, WrittenOf } from '@back-office/contract/resource/row.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import type { CheckedOf } from '@back-office/server/crud/checked.ts';
import { systemIds } from '@back-office/server/identity/system-ids.ts';
import { Refusal } from '@back-office/server/platform/http/refusal.ts';
import { maxSecrets } from '@back-office/server/identity/passwords/hash-ahead.ts';
import { formerPasswordIssue, isFormerPassword, checkPassword } from '@back-office/server/identity/passwords/check-password.ts';
import { requireNotStronger } from '@back-office/server/identity/rights/grantable.ts';
import type { user } from '../user.ts';

type Stored = RowOf<typeof user>;
/** A user's record to be written. */
export type UserRow = CheckedOf<typeof user>;

type RowIssue = Issue & { row: number };

const denied = (message: string): Refusal => new Refusal('notPermitted', { message });

/** Fields through which one person could take over another's rights. */
const powerful = ['userAccount', 'userPassword', 'userStatus', 'sysRoleIds', 'twoStepRequired'] as const;

/**
 * What is wrong with records of people by rules of their own: passwords that break the policy, and rejections without a reason. Refuses with 40300 every
 * password from an API key, before anything is said about it, and every new person from a key that others made: they and its owner would know the
 * one-time password, of which only one is kept (docs/decisions/0105-passwords-set-by-others.md).
 */
export async function userIssues({ user }: Context, checked: readonly UserRow[]): Promise<RowIssue[]> {
  if (user.key !== undefined && checked.some(({ values }) => typeof values.userPassword === 'string')) throw denied('接口密钥不能设置密码');
  if ((user.key?.makers.length ?? 0) > 0 && checked.some(({ current }) => current === undefined))
    throw denied('他人建立或移交的接口密钥不能新增用户，请使用本人在个人中心建立或管理员建立的密钥');
  const tooMany = [...checked.entries()].filter(([, { values }]) => typeof values.userPassword === 'string')[maxSecrets]?.[0];
  if (tooMany !== undefined)
    return [{ row: tooMany, field: 'userPassword', message: `一次最多设置 ${maxSecrets} 个密码，其余请留空以生成一次性密码` }];
  const unexplained = checked.flatMap(({ values, current }, row) =>
    values.userStatus === userStatuses.rejected && current?.userStatus !== userStatuses.rejected && values.refuseReason === undefined
      ? [{ row, field: 'userStatus', message: '拒绝须说明原因，请在用户列表中操作' }]
      : [],
  );
  return [...unexplained, ...(await passwordIssues(checked))];
}

/**
 * Refuses changes of people's records that no permission allows (docs/wire.md "Specific calls"): to disable or rename the
 * account admin or remove its role, or disable oneself; to change an administrator without being one; to take over a person
 * with rights that the caller lacks. Granted and revoked rights are checked by `guardEscalation`.
 */
export async function guardUsers(context: Context, checked: readonly UserRow[]): Promise<void> {
  for (const { values, current } of checked) {
    if (current?.id === systemIds.adminUser) guardAdmin(values, current);
    if (current?.id === context.user.userId && (values.userStatus ?? userStatuses.enabled) !== userStatuses.enabled)
      throw denied('不能停用自己的账号');
    if (context.user.rights.all) continue;
    if (current !== undefined && holdsAdmin(current.sysRoleIds)) throw denied('不能修改管理员账号');
  }
  await requireNotStronger(
    context,
    checked.filter(touchesAccount).map(({ id }) => id),
  );
}

/** Whether a change could hand an existing account over to somebody else, or lock its owner out. */
function touchesAccount({ values, current }: UserRow): boolean {
  // Secrets are never read: writing one counts as a change, but an empty one leaves the stored one as it is.
  const { userPassword } = values;
  const isEmpty = userPassword === null || userPassword === '';
  const stored: Partial<WrittenOf<typeof user>> | undefined = current;
  return (
    stored !== undefined &&
    powerful.some(
      (name) => values[name] !== undefined && !(name === 'userPassword' && isEmpty) && !isDeepStrictEqual(values[name], stored[name]),
    )
  );
}

async function passwordIssues(checked: readonly UserRow[]): Promise<RowIssue[]> {
  const issues: RowIssue[] = [];
  for (const [row, { values, current }] of checked.entries()) {
    const { userPassword } = values;
    if (typeof userPassword !== 'string') continue;
    const next = (name: 'userAccount' | 'userName' | 'userPhone'): string =>
      textOf(values[name] === undefined ? current?.[name] : values[name]);
    const message = await checkPassword(userPassword, { account: next('userAccount'), name: next('userName'), phone: next('userPhone') });
    if (message !== undefined) issues.push({ row, field: 'userPassword', message });
  }
  return issues;
}

/**
 * The caller's own password if they used it of late. Not checked when somebody sets another's: the answer would reveal what it was, and a password from
 * somebody else must be changed anyway. Nor by a dry run, which would tell without limit which password is in use.
 */
export async function formerPasswordIssues({ db, user }: Context, checked: readonly UserRow[]): Promise<RowIssue[]> {
  const issues: RowIssue[] = [];
  for (const [row, { id, values }] of checked.entries()) {
    if (id !== user.userId || typeof values.userPassword !== 'string') continue;
    if (await isFormerPassword(db, id, values.userPassword)) issues.push({ row, field: 'userPassword', message: formerPasswordIssue });
  }
  return issues;
}

/** Refuses with 40300 changes to an account that the caller may not change: an administrator's, or one with rights that they lack. */
export async function guardAccess(context: Context, row: Stored): Promise<void> {
  if (!context.user.rights.all && holdsAdmin(row.sysRoleIds)) throw denied('不能修改管理员账号');
  await requireNotStronger(context, [row.id]);
}

/** The account admin cannot be deleted; other administrators only by an administrator. */
export function guardUserDelete(context: Context, rows: readonly Stored[]): void {
  if (rows.some(({ id }) => id === systemIds.adminUser)) throw denied('不能删除管理员账号');
  if (rows.some(({ id }) => id === context.user.userId)) throw denied('不能删除自己的账号');
  if (!context.user.rights.all && rows.some((row) => holdsAdmin(row.sysRoleIds))) throw denied('不能删除管理员账号');
}

const holdsAdmin = (roleIds: readonly string[]): boolean => roleIds.includes(systemIds.adminRole);

function guardAdmin(values: UserRow['values'], current: Stored): void {
  const { userStatus, userAccount, sysRoleIds } = values;
  if (userStatus !== undefined && userStatus !== userStatuses.enabled) throw denied('不能停用管理员账号');
  if (userAccount !== undefined && userAccount !== current.userAccount) throw denied('不能修改管理员的账号名');
  if (sysRoleIds !== undefined && !holdsAdmin(sysRoleIds)) throw denied('不能取消管理员的角色');
}
