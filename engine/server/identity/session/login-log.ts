import { type Kysely, sql } from 'kysely';
import { newId } from '../../platform/database/new-id.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { Client } from './client.ts';

interface LoginEntry {
  readonly account: string;
  readonly name?: string;
  /** The person's id, where the account exists: it ties the line to data scopes. */
  readonly userId?: string;
  readonly type: '登录' | '退出' | '强制退出';
  readonly status: '成功' | '失败';
  readonly message: string;
}

/**
 * Writes one line of the sign-in log (docs/wire.md "Fields": log-login), and for what a person did themselves one of the
 * operation log too; a forced logout stands there already, under the name of who did it.
 */
export async function writeLoginLog(db: Kysely<Tables>, entry: LoginEntry, client: Client): Promise<void> {
  const account = entry.account.slice(0, 64);
  const { name = null, userId = null, type, status, message } = entry;
  await sql`
    INSERT INTO sys_log_login (id, user_account, user_name, login_type, login_status, login_message, login_ip, login_browser, login_os, create_user, update_user)
    VALUES (${newId()}, ${account}, ${name}, ${type}, ${status}, ${message},
      ${client.ip}, ${client.browser}, ${client.os}, ${userId}::uuid, ${userId}::uuid)`.execute(db);
  if (type === '强制退出') return;
  await sql`
    INSERT INTO sys_log_opt (id, user_account, user_name, opt_module, opt_type, opt_target, opt_status, opt_message, opt_ip, create_user, update_user)
    VALUES (${newId()}, ${account}, ${name}, '登录', ${type}, ${account}, ${status}, ${message}, ${client.ip}, ${userId}::uuid, ${userId}::uuid)`.execute(
    db,
  );
}
