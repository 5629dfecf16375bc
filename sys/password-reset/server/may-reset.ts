import { userStatuses } from '@back-office/contract/status.ts';
import { isPasswordOpen } from '@back-office/server/identity/sign-in/password-opening.ts';
import { systemIds } from '@back-office/server/identity/system-ids.ts';
import type { Row, Tables } from '@back-office/server/platform/database/tables.ts';
import type { Settings } from '@back-office/server/platform/settings.ts';
import { type Kysely, sql } from 'kysely';

/** A person who may reset their password by mail. */
export interface Resetting extends Readonly<Row<'sys_user', 'id' | 'userAccount' | 'userName' | 'userPhone'>> {
  readonly address: string;
  /** The time, in seconds since 1970, since which password and address are unchanged and the account is enabled. */
  readonly since: number;
}

interface Found extends Resetting, Readonly<Row<'sys_user', 'userStatus'>> {
  readonly isConfirmed: boolean;
  readonly isFromDirectory: boolean;
}

/**
 * Whether an account may reset its password by mail; a text is the reason why not, for the log only, never for the caller. The account
 * must be enabled, use the local password, belong to no directory, and have a confirmed address. A lock does not matter: strangers can cause
 * one, and must not keep the owner out (docs/decisions/0033-guessing.md).
 */
export async function mayReset(
  db: Kysely<Tables>,
  { loginMethods }: Pick<Settings, 'loginMethods'>,
  by: { readonly account: string } | { readonly id: string },
): Promise<Resetting | string> {
  const isAccount = 'id' in by ? sql`u.id = ${by.id}::uuid` : sql`lower(u.user_account) = ${by.account}`;
  const { rows } = await sql<Found>`
    SELECT u.id, u.user_account, u.user_name, u.user_phone, u.user_status, coalesce(a.address, '') AS address,
      extract(epoch FROM greatest(u.password_time, a.confirm_time, u.closed_time))::float8 AS since, coalesce(a.confirm_time IS NOT NULL AND a.address = u.user_email, false) AS is_confirmed,
      EXISTS (SELECT FROM sys_directory_entry e WHERE e.record_id = u.id) AS is_from_directory
    FROM sys_user u LEFT JOIN sys_mail_address a ON a.sys_user_id = u.id WHERE ${isAccount} ORDER BY u.id LIMIT 1`.execute(db);
  const [found] = rows;
  if (found === undefined) return '没有这个账号';
  if (found.userStatus !== userStatuses.enabled) return '账号不在使用中';
  if (found.isFromDirectory) return '账号来自目录，密码不在本系统';
  const isOpen = loginMethods === undefined || loginMethods.includes('password') || found.id === systemIds.adminUser;
  if (!isOpen && !(await isPasswordOpen(db))) return '本系统不使用本地密码登录';
  return found.isConfirmed ? found : '没有验证过的邮箱';
}
