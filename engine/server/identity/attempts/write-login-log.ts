import type { Kysely } from 'kysely';
import type { outcomes } from '@back-office/contract/status.ts';
import { newId } from '../../platform/database/new-id.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { publishSignInFailure } from '../../platform/metrics/sign-in-failures.ts';
import type { Client } from './client.ts';

interface LoginEntry {
  readonly account: string;
  readonly name?: string;
  /** The person's id, if the account exists: data scopes then cover the line. */
  readonly userId?: string;
  readonly type: '登录' | '退出' | '强制退出';
  readonly status: (typeof outcomes)[keyof typeof outcomes];
  readonly message: string;
  /** The sign-in method of a refused attempt: it is counted in the metrics. */
  readonly failedBy?: string;
}

/**
 * Writes one line of the sign-in log (docs/wire.md "Fields": log-login) and, for actions of the person themselves, one
 * of the operation log too; a forced logout is already there, under the name of the person who did it.
 */
export async function writeLoginLog(db: Kysely<Tables>, entry: LoginEntry, client: Client): Promise<void> {
  if (entry.failedBy !== undefined) publishSignInFailure(entry.failedBy);
  const account = entry.account.slice(0, 64);
  const { name = null, userId = null, type, status, message } = entry;
  const written = { userAccount: account, userName: name, createUser: userId, updateUser: userId };
  await db
    .insertInto('sys_log_login')
    .values({
      ...written,
      id: newId(),
      loginType: type,
      loginStatus: status,
      loginMessage: message,
      loginIp: client.ip,
      loginBrowser: client.browser,
      loginOs: client.os,
    })
    .execute();
  if (type === '强制退出') return;
  await db
    .insertInto('sys_log_opt')
    .values({
      ...written,
      id: newId(),
      optModule: '登录',
      optType: type,
      optTarget: account,
      optStatus: status,
      optMessage: message,
      optIp: client.ip,
    })
    .execute();
}
