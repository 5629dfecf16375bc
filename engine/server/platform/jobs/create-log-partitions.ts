import { type Kysely, sql } from 'kysely';
import { isLockRefused } from '../database/database-errors.ts';
import { transactionOf } from '../database/open-transaction.ts';
import type { Tables } from '../database/tables.ts';
import { withTransaction } from '../database/with-transaction.ts';
import type { JobKind } from './job-kind.ts';

/**
 * Creates the partitions of the logs for this month and the two after it (migration 0131), once an hour on one node of the cluster: two months may
 * pass without it before a line finds no partition of its own; such lines are in the partition `…_other` until this runs.
 */
export const createLogPartitions = (db: Kysely<Tables>): JobKind => ({
  name: 'keep-log-months',
  title: '预建日志月份',
  every: 3600,
  run: async () => {
    const { rows } = await sql<{ made: number }>`SELECT keep_log_months() AS made`.execute(db).catch((error: unknown) => {
      // A long report is reading the log: the next hour is early enough.
      if (isLockRefused(error)) return { rows: [] };
      throw error;
    });
    // PostgreSQL never analyses a partitioned table by itself; once a month is enough for the planner.
    if ((rows[0]?.made ?? 0) > 0) await analyze(db);
  },
});

/** It samples logs that may not be in memory: on a slow disk it takes longer than a request may, and its next run is a month away. */
const analyze = (db: Kysely<Tables>): Promise<unknown> =>
  withTransaction(db, async (transaction) => {
    await transactionOf(transaction)?.allowLongWork();
    await sql`SELECT analyze_logs()`.execute(transaction);
  });
