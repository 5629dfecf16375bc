import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isLockRefused } from '../database/database-errors.ts';
import { transactionOf } from '../database/open-transaction.ts';
import type { Tables } from '../database/tables.ts';
import { withTransaction } from '../database/with-transaction.ts';
import { inBatches } from './in-batches.ts';
import type { JobKind } from './job-kind.ts';

/** Lines that one statement copies. */
const portion = 5000;

/**
 * Creates the partitions of the logs for this month and the two after it (migration 0131), once an hour on one node of the cluster: two months may
 * pass without it before a line finds no partition of its own; such lines are in the partition `…_other` until this runs, and are copied in portions
 * before the lock for which everybody waits.
 */
export const createLogPartitions = (db: Kysely<Tables>): JobKind => ({
  name: 'keep-log-months',
  title: '预建日志月份',
  every: 3600,
  run: async ({ signal }) => {
    let isFirst = true;
    const make = async () => {
      await inBatches(signal, portion, async () => {
        const { rows } = await sql<{ copied: number }>`SELECT copy_log_lines(${portion}, ${isFirst}) AS copied`.execute(db);
        isFirst = false;
        return rows[0]?.copied;
      });
      await atLength(db, sql`SELECT keep_log_months()`);
    };
    await make().catch((error: unknown) => {
      // A long report is reading the log: the next hour is early enough.
      if (!isLockRefused(error)) throw error;
    });
    // PostgreSQL never analyses a partitioned table by itself; once a month is enough for the planner.
    if (await isUnknown(db)) await atLength(db, sql`SELECT analyze_logs()`);
  },
});

/** Whether a month was never analysed: those to come hold no lines, for which PostgreSQL would do it by itself. */
async function isUnknown(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql`SELECT FROM (VALUES ('sys_log_opt'), ('sys_log_login')) log(name) CROSS JOIN log_parts(log.name) p
    JOIN pg_class c ON c.oid = to_regclass(p.name) WHERE p.is_month AND c.reltuples < 0 LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** For longer than a request's statement may take: its next run would take as long. */
const atLength = (db: Kysely<Tables>, statement: RawBuilder<unknown>): Promise<unknown> =>
  withTransaction(db, async (transaction) => {
    await transactionOf(transaction)?.allowLongWork();
    await statement.execute(transaction);
  });
