import { type Kysely, sql } from 'kysely';
import type { Row, Tables } from '../../platform/database/tables.ts';
import { firstColumns, type FirstPolicy, type FirstRow, mustFirst } from '../session/must-first.ts';

/** Why a session receives fewer events than others: its screen is locked, or its person must do something before anything else. */
export type Quiet = 'locked' | 'duty';

/** The sessions that currently receive fewer events than others, or none, with the reason. */
export async function quietSessions(
  db: Kysely<Tables>,
  policy: FirstPolicy,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, Quiet>> {
  const { rows } = await sql<FirstRow & Row<'sys_session', 'id'> & { locked: boolean }>`
    SELECT s.id, s.lock_time IS NOT NULL AS locked, s.signed_in_by IS NOT NULL AS otherwise, ${sql.raw(firstColumns('asked.days'))}
    FROM (SELECT ${policy.passwordDays}::integer AS days) asked, sys_session s JOIN sys_user u ON u.id = s.sys_user_id
    WHERE s.id = ANY(${sessionIds}::uuid[])`.execute(db);
  return new Map(
    rows.flatMap(({ id, locked, ...row }): [string, Quiet][] =>
      mustFirst(row, policy) !== undefined ? [[id, 'duty']] : locked ? [[id, 'locked']] : [],
    ),
  );
}
