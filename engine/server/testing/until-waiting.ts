import type pg from 'pg';
import { until } from './until.ts';

/** Waits until at least that many statements wait for a lock in the database of this pool, which is PostgreSQL. */
export async function untilWaiting(pool: pg.Pool, statements = 1): Promise<void> {
  const waiting = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
  await until(async () => ((await pool.query(waiting)).rowCount ?? 0) >= statements);
}
