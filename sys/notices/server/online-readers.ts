import { statuses } from '@back-office/contract/status.ts';
import { type Kysely, sql } from 'kysely';
import { noId } from '@back-office/server/platform/database/no-id.ts';
import type { ChangedEvent } from '@back-office/server/platform/live/live-event.ts';
import type { Tables, Value } from '@back-office/server/platform/database/tables.ts';

/** Stands for the target of a notice addressed to everyone. */
const everyone = noId;

/**
 * The recipients of an event about these notices: people who may read one of them now and are signed in; to be queried before it is changed or
 * deleted, and after. People who can read it neither before nor after do not learn that it exists.
 */
export async function onlineReaders(db: Kysely<Tables>, ids: readonly string[]): Promise<Pick<ChangedEvent, 'users'>> {
  if (ids.length === 0) return { users: [] };
  const { rows } = await sql<{ users: Value<'sys_user', 'id'>[] | null }>`
    WITH RECURSIVE target(id) AS (
      SELECT DISTINCT target_id FROM sys_msg_target
      WHERE sys_msg_id = ANY(${ids}::uuid[]) AND publish_time <= now() AND (expire_time IS NULL OR expire_time > now())
    ), named(id) AS (
      SELECT id FROM target UNION SELECT o.id FROM sys_org o JOIN named ON o.parent_id = named.id
    )
    SELECT CASE WHEN NOT EXISTS (SELECT FROM target WHERE id = ${everyone}::uuid) THEN ARRAY(
      SELECT DISTINCT u.id FROM sys_session s JOIN sys_user u ON u.id = s.sys_user_id
      WHERE s.end_time IS NULL AND (u.id IN (SELECT id FROM named) OR u.sys_org_id IN (SELECT id FROM named)
        OR EXISTS (SELECT FROM sys_user_role ur JOIN sys_role r ON r.id = ur.target_id
          WHERE ur.owner_id = u.id AND r.role_status = ${sql.lit(statuses.enabled)} AND r.id IN (SELECT id FROM named)))) END AS users`.execute(
    db,
  );
  const users = rows[0]?.users ?? undefined;
  return users === undefined ? {} : { users };
}
