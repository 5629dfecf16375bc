import { type Kysely, sql } from 'kysely';
import type { Row, Tables } from '../../platform/database/tables.ts';
import { mustFirstColumns, type MustFirstPolicy, type MustFirstRow, mustFirst } from '../session/must-first.ts';

/** Why a session receives fewer events than others: its screen is locked, or its person must do something before anything else. */
export type Restriction = 'locked' | 'duty';

/** The sessions that currently receive fewer events than others, or none, with the reason. */
export async function restrictedSessions(
  db: Kysely<Tables>,
  policy: MustFirstPolicy,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, Restriction>> {
  const { rows } = await sql<MustFirstRow & Row<'sys_session', 'id'> & { locked: boolean }>`
    SELECT s.id, s.lock_time IS NOT NULL AS locked, s.signed_in_by IS NOT NULL AS otherwise, ${sql.raw(mustFirstColumns('asked.days'))}
    FROM (SELECT ${policy.passwordDays}::integer AS days) asked, sys_session s JOIN sys_user u ON u.id = s.sys_user_id
    WHERE s.id = ANY(${sessionIds}::uuid[])`.execute(db);
  return new Map(
    rows.flatMap(({ id, locked, ...row }): [string, Restriction][] =>
      mustFirst(row, policy) !== undefined ? [[id, 'duty']] : locked ? [[id, 'locked']] : [],
    ),
  );
}
