import { outcomes } from '@back-office/contract/status.ts';
import { type Kysely, sql } from 'kysely';
import type { Row, Tables } from '../../platform/database/tables.ts';
import type { Client } from './client.ts';
import { writeLoginLog } from './write-login-log.ts';

/** Seconds between two lines about one account: a loop of refused attempts must not fill the log. */
const pause = 60;

/**
 * Records in the sign-in log that an attempt was refused because the account is locked (docs/wire.md "Specific calls"):
 * the first at once, then one line a minute with the number of further ones.
 */
export async function writeRefusedLine(
  db: Kysely<Tables>,
  key: string,
  { account, client, sessionId }: { account: string; client: Client; sessionId?: string },
): Promise<void> {
  const { rows } = await sql<Row<'sys_login_failure', 'refused'> & { isDue: boolean }>`
    INSERT INTO sys_login_failure AS f (key, failures, line_time) VALUES (${key}, 0, now())
    ON CONFLICT (key) DO UPDATE SET
      refused = f.refused + CASE WHEN f.line_time > now() - make_interval(secs => ${pause}) THEN 1 ELSE 0 END,
      refused_ip = ${client.ip.slice(0, 45)},
      line_time = CASE WHEN f.line_time > now() - make_interval(secs => ${pause}) THEN f.line_time ELSE now() END
    RETURNING line_time = now() AS is_due, refused`.execute(db);
  const { isDue = false, refused = 0 } = rows[0] ?? {};
  if (!isDue) return;
  if (refused > 0)
    await db
      .updateTable('sys_login_failure')
      .set((eb) => ({ refused: eb('refused', '-', refused) }))
      .where('key', '=', key)
      .execute();
  const what = sessionId === undefined ? '账号已锁定，拒绝登录' : '账号已锁定，拒绝验证密码或验证码';
  await writeLine(db, account, refused > 0 ? `${what}（此前一分钟另有 ${refused} 次）` : what, client);
}

/** Writes the refusals since the last line, once there has been no attempt for a minute. */
export async function writeLateLines(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<Row<'sys_login_failure', 'refused' | 'refusedIp'> & { account: string }>`
    WITH late AS (
      SELECT key, refused FROM sys_login_failure
      WHERE refused > 0 AND line_time <= now() - make_interval(secs => ${pause}) ORDER BY key LIMIT 500 FOR UPDATE SKIP LOCKED)
    UPDATE sys_login_failure f SET refused = 0, line_time = now() FROM late WHERE f.key = late.key
    RETURNING substr(f.key, 5) AS account, late.refused, f.refused_ip`.execute(db);
  for (const { account, refused, refusedIp: ip } of rows)
    await writeFailureLine(db, account, `账号已锁定，另有 ${refused} 次登录被拒绝`, ip);
}

/** Writes a line about several failures, of which the address of the last one may be known. */
export function writeFailureLine(db: Kysely<Tables>, account: string, message: string, ip: string | null = null): Promise<void> {
  return writeLine(db, account, message, { ip: ip ?? '', browser: null, os: null });
}

async function writeLine(db: Kysely<Tables>, account: string, message: string, client: Client): Promise<void> {
  const person = await db
    .selectFrom('sys_user')
    .select(['id', 'userAccount', 'userName'])
    .where((eb) => eb.fn<string>('lower', ['userAccount']), '=', account.toLowerCase())
    .executeTakeFirst();
  await writeLoginLog(
    db,
    {
      account: person?.userAccount ?? account,
      ...(person === undefined ? {} : { name: person.userName, userId: person.id }),
      type: '登录',
      status: outcomes.failure,
      message,
    },
    client,
  );
}
