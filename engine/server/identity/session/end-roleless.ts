import { statuses } from '@back-office/contract/status.ts';
import { type Kysely, sql } from 'kysely';
import type { Row, Tables } from '../../platform/database/tables.ts';
import { endSessionsOf } from './end-sessions.ts';

/** Ends the sessions of accounts that no longer hold any enabled role: they may do nothing. */
export async function endRoleless(db: Kysely<Tables>, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  const { rows } = await sql<Row<'sys_user', 'id'>>`
    SELECT person.id FROM unnest(${userIds}::uuid[]) AS person(id) WHERE NOT EXISTS (
      SELECT FROM sys_user_role ur JOIN sys_role r ON r.id = ur.target_id WHERE ur.owner_id = person.id AND r.role_status = ${sql.lit(statuses.enabled)})`.execute(
    db,
  );
  if (rows.length === 0) return;
  await endSessionsOf(
    db,
    rows.map(({ id }) => id),
    '您的角色已被取消，请联系管理员',
  );
}
