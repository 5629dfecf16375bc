import { type Kysely, sql } from 'kysely';
import type { Row, Tables } from '../../platform/database/tables.ts';
import type { SessionLife } from '../session/session-life.ts';
import { secondsAgo } from '../../platform/database/now.ts';
import { mustFirstColumns, type MustFirstPolicy, type MustFirstRow, mustFirst } from '../rights/must-first.ts';

/**
 * Why a session receives fewer events than others: its screen is locked, its person must do something before anything
 * else, or it has expired and no job has ended it yet, or has just ended: its next frame says so. A session without a row, or
 * whose person has none, has expired.
 */
export type Restriction = 'locked' | 'duty' | 'expired';

/** The sessions that currently receive fewer events than others, or none, with the reason. */
export async function restrictedSessions(
  db: Kysely<Tables>,
  policy: MustFirstPolicy,
  { idle, total }: SessionLife,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, Restriction>> {
  const { rows } = await sql<MustFirstRow & Row<'sys_session', 'id'> & { locked: boolean; expired: boolean }>`
    SELECT s.id, s.lock_time IS NOT NULL AS locked, s.end_time IS NOT NULL OR s.last_seen_time < ${secondsAgo(idle)}
      OR ${total}::float8 > 0 AND s.login_time < ${secondsAgo(total)} AS expired,
      s.signed_in_by IS NOT NULL AS otherwise, ${sql.raw(mustFirstColumns('asked.days'))}
    FROM (SELECT ${policy.passwordDays}::integer AS days) asked, sys_session s JOIN sys_user u ON u.id = s.sys_user_id
    WHERE s.id = ANY(${sessionIds}::uuid[])`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    sessionIds.flatMap((id): [string, Restriction][] => {
      const row = byId.get(id);
      if (row === undefined || row.expired) return [[id, 'expired']];
      return mustFirst(row, policy) !== undefined ? [[id, 'duty']] : row.locked ? [[id, 'locked']] : [];
    }),
  );
}
