import { type Kysely, sql } from 'kysely';
import { inBatches } from '../platform/jobs/in-batches.ts';
import type { JobKind } from '../platform/jobs/job-kind.ts';
import type { Tables } from '../platform/database/tables.ts';

/** Days after which a copy that was not updated must be taken again. */
const days = 7;

/**
 * Once an hour, deletes changes that are older, and stores up to which transaction. If the database was restored with changes that carry the
 * transaction ids of another database, every copy must be taken again.
 */
export const clearChanges = (db: Kysely<Tables>): JobKind => ({
  name: 'clear-changes',
  title: '清理变更记录',
  every: 3600,
  run: async ({ signal }) => {
    await sql`SELECT begin_changes() WHERE EXISTS (
      SELECT FROM sys_change_start s WHERE greatest(begun, cleared) >= pg_snapshot_xmax(pg_current_snapshot())
        OR EXISTS (SELECT FROM sys_change c WHERE c.source = s.source AND xid >= pg_snapshot_xmax(pg_current_snapshot())))`.execute(db);
    await inBatches(signal, 20_000, async (portion) => {
      const { rows } = await sql<{ lines: number }>`
        WITH gone AS (
          DELETE FROM sys_change WHERE ctid = ANY(ARRAY(
            SELECT ctid FROM sys_change WHERE change_time < now() - make_interval(days => ${days}) LIMIT ${portion}))
          RETURNING source, xid),
        told AS (
          UPDATE sys_change_start s SET cleared = greatest(s.cleared, g.xid)
          FROM (SELECT source, max(xid) AS xid FROM gone GROUP BY source) g WHERE g.source = s.source)
        SELECT count(*)::int AS lines FROM gone`.execute(db);
      return rows[0]?.lines;
    });
  },
});
