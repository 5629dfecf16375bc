import { type Kysely, sql } from 'kysely';
import type { ChangedEvent } from '@back-office/server/platform/live/live-event.ts';
import type { Row, Tables, Value } from '@back-office/server/platform/database/tables.ts';

/** Stands for the target of a notice addressed to everyone. */
const everyone = '00000000-0000-0000-0000-000000000000';

/**
 * The recipients of an event about these notices: people who may read one of them now and are signed in; to be queried before it is changed or
 * deleted, and after. People who can read it neither before nor after do not learn that it exists.
 */
export async function onlineReaders(db: Kysely<Tables>, ids: readonly string[]): Promise<Pick<ChangedEvent, 'users'>> {
  if (ids.length === 0) return { users: [] };
  const { rows: targets } = await sql<{ id: Value<'sys_msg_target', 'targetId'> }>`
    SELECT DISTINCT target_id AS id FROM sys_msg_target
    WHERE sys_msg_id = ANY(${ids}::uuid[]) AND publish_time <= now() AND (expire_time IS NULL OR expire_time > now())`.execute(db);
  if (targets.some(({ id }) => id === everyone)) return {};
  const { rows } = await sql<Row<'sys_user', 'id'>>`
    WITH RECURSIVE named(id) AS (
      SELECT unnest(${targets.map(({ id }) => id)}::uuid[]) UNION SELECT o.id FROM sys_org o JOIN named ON o.parent_id = named.id
    )
    SELECT DISTINCT u.id FROM sys_session s JOIN sys_user u ON u.id = s.sys_user_id
    WHERE s.end_time IS NULL AND (u.id IN (SELECT id FROM named) OR u.sys_org_id IN (SELECT id FROM named)
      OR EXISTS (SELECT FROM sys_user_role r WHERE r.owner_id = u.id AND r.target_id IN (SELECT id FROM named)))`.execute(db);
  return { users: rows.map(({ id }) => id) };
}
