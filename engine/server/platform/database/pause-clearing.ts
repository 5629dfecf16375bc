import type { Database } from './database.ts';
import { allowLongWork } from './prepare-session.ts';

/** An arbitrary constant, never changed: while somebody holds this lock, no bytes of files are removed. */
export const clearingLock = 7_215_003;

/**
 * Keeps every node from removing bytes until `end`, so that the objects named by rows read from now on exist. The lock
 * belongs to a separate connection, and is released with it, however that ends.
 */
export async function pauseClearing({ pool }: Pick<Database, 'pool'>): Promise<{ end: () => Promise<void> }> {
  const client = pool.options.max === 1 ? undefined : await pool.connect();
  try {
    if (client !== undefined) await allowLongWork(client);
    // A pool of one connection belongs to a process that has the database for itself, or is the only session there is.
    await (client ?? pool).query('SELECT pg_advisory_lock_shared($1)', [clearingLock]);
  } catch (error) {
    client?.release(true);
    throw error;
  }
  return {
    end: async () => {
      if (client === undefined) await pool.query('SELECT pg_advisory_unlock_shared($1)', [clearingLock]).catch(() => undefined);
      else client.release(true);
    },
  };
}
