import type pg from 'pg';
import type { DatabaseLog } from './database.ts';

const checkMs = 60_000;
/** Size of the log since the last checkpoint that a start after a crash may have to read: under a second's worth. */
const logLimit = 64 * 1024 * 1024;

const logSize = 'select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) as size from pg_control_checkpoint()';
// The thresholds are those of PostgreSQL's own autovacuum.
const tablesToClean = `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
  where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup`;

/**
 * Does for the embedded database what background processes do for a PostgreSQL server, and PGlite lacks: writes
 * checkpoints (without them the log grows forever and a start after a crash reads all of it) and removes dead rows
 * (otherwise the tables grow). Returns a function that stops it.
 */
export function maintainEmbedded(pool: pg.Pool, log: DatabaseLog): () => void {
  const timer = setInterval(() => {
    maintainOnce(pool).catch((error: unknown) => log.warn({ err: error }, 'The upkeep of the embedded database failed.'));
  }, checkMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** One round of maintenance, statement by statement, so that requests run in between. */
export async function maintainOnce(pool: pg.Pool): Promise<void> {
  const tables = await pool.query<{ name: string }>(tablesToClean);
  for (const { name } of tables.rows) await pool.query(`vacuum (analyze) ${name}`);
  const { rows } = await pool.query<{ size: number }>(logSize);
  if ((rows[0]?.size ?? 0) > logLimit) await pool.query('checkpoint');
}
