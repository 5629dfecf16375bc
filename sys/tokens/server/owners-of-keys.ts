import { statuses } from '@back-office/contract/status.ts';
import { hasMaker } from '@back-office/server/identity/api-keys/has-maker.ts';
import type { OutlivesPassword } from '@back-office/server/office/outlives-password.ts';
import type { Value } from '@back-office/server/platform/database/tables.ts';
import { sql } from 'kysely';

/**
 * Those of the people who have valid API keys, which outlive a change of their password, and what they are told of it. Whoever changed it may read
 * notices of others: nothing is said of which keys there are.
 */
export const ownersOfKeys: OutlivesPassword = async (db, people) => {
  const { rows } = await sql<{ sysUserId: NonNullable<Value<'sys_token', 'sysUserId'>> }>`
    SELECT DISTINCT k.sys_user_id FROM sys_token k WHERE k.sys_user_id = ANY(${people}::uuid[])
      AND k.token_status = ${statuses.enabled} AND k.expire_time > now() AND ${sql.raw(hasMaker('k'))}`.execute(db);
  const kept = '您有仍然有效的接口密钥，密码变更不影响它们，使用它们的程序仍会以您的身份调用接口';
  return {
    people: rows.map(({ sysUserId }) => sysUserId),
    title: '接口密钥仍然有效',
    words: `${kept}。如果怀疑账号被他人使用过，请在个人中心删除接口密钥，并告知管理员。`,
  };
};
