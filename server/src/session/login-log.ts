import { type Kysely, sql } from 'kysely';
import { newId } from '../database/new-id.ts';
import type { Tables } from '../database/tables.ts';
import type { Client } from './client.ts';

/** Writes one line of the sign-in log (wire.md, "Fields": log-login). */
export async function writeLoginLog(
  db: Kysely<Tables>,
  entry: { account: string; name?: string; type: '登录' | '退出' | '强制退出'; status: '成功' | '失败'; message: string },
  client: Client,
): Promise<void> {
  await sql`
    INSERT INTO sys_log_login (id, user_account, user_name, login_type, login_status, login_message, login_ip, login_browser, login_os)
    VALUES (${newId()}, ${entry.account.slice(0, 64)}, ${entry.name ?? null}, ${entry.type}, ${entry.status}, ${entry.message},
      ${client.ip}, ${client.browser}, ${client.os})
  `.execute(db);
}
