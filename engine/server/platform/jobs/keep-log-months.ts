import { type Kysely, sql } from 'kysely';
import { isLockRefused } from '../database/database-errors.ts';
import { transactionOf } from '../database/open-transaction.ts';
import type { Tables } from '../database/tables.ts';
import { withTransaction } from '../database/with-transaction.ts';
import type { JobKind } from './job-kind.ts';

/**
 * Makes the parts of the logs for this month and the two after it (migration 0131), once an hour on one node of the cluster: two
 * months may pass without it before a line finds no part of its own, and then it lies beside them until this runs.
 */
export const keepLogMonths = (db: Kysely<Tables>): JobKind => ({
  name: 'keep-log-months',
  title: '预建日志月份',
  every: 3600,
  run: async () => {
    const { rows } = await sql<{ made: number }>`SELECT keep_log_months() AS made`.execute(db).catch((error: unknown) => {
      // A long report reads the log: there is time until the next hour.
      if (isLockRefused(error)) return { rows: [] };
      throw error;
    });
    // PostgreSQL never does it by itself for a table that has parts; a month is often enough for what the planner asks.
    if ((rows[0]?.made ?? 0) > 0) await analyze(db);
  },
});

/** It reads all over logs that nobody has read for long: on a slow disk longer than a request may, and not again before the next month. */
const analyze = (db: Kysely<Tables>): Promise<unknown> =>
  withTransaction(db, async (transaction) => {
    await transactionOf(transaction)?.allowLongWork();
    await sql`SELECT analyze_logs()`.execute(transaction);
  });
