import { statuses } from '@back-office/contract/status.ts';
import { hasMaker } from '@back-office/server/identity/api-keys/has-maker.ts';
import type { Services } from '@back-office/server/office/server-feature.ts';
import type { Tables, Value } from '@back-office/server/platform/database/tables.ts';
import { type Kysely, sql } from 'kysely';
import { msgScopes } from '../../notices/msg.ts';
import { announceDue } from '../../notices/server/announce.ts';
import { escapeHtml, publishNotice } from '../../notices/server/publish-notice.ts';

/**
 * Tells those of the people who have valid API keys, in the caller's transaction, that they outlive the change of their password (`how` it was changed,
 * as the end of a sentence). Whoever changed it may read notices of others: nothing is said of which keys there are.
 */
export async function tellOfKeptKeys(
  db: Kysely<Tables>,
  features: Services['features'],
  people: readonly string[],
  how: string,
): Promise<void> {
  if (!features.some(({ name }) => name === 'notices')) return;
  const { rows } = await sql<{ sysUserId: NonNullable<Value<'sys_token', 'sysUserId'>> }>`
    SELECT DISTINCT k.sys_user_id FROM sys_token k WHERE k.sys_user_id = ANY(${people}::uuid[])
      AND k.token_status = ${statuses.enabled} AND k.expire_time > now() AND ${sql.raw(hasMaker('k'))}`.execute(db);
  if (rows.length === 0) return;
  const kept = '您有仍然有效的接口密钥，密码变更不影响它们，使用它们的程序仍会以您的身份调用接口';
  const content = `<p>您的密码已${escapeHtml(how)}。${kept}。</p><p>如果怀疑账号被他人使用过，请在个人中心删除接口密钥，并告知管理员。</p>`;
  const targets = rows.map(({ sysUserId }) => sysUserId);
  await publishNotice(db, { title: '您的密码已变更，接口密钥仍然有效', content, scope: msgScopes.people, targets });
  await announceDue(db);
}
