import { type Kysely, sql } from 'kysely';
import { isLockTimeout } from './database-errors.ts';
import type { Tables } from './tables.ts';

/**
 * Does something within a transaction unless others hold the locks that it needs for longer than `ms`: then it is
 * skipped, the transaction goes on, and the result is false. Later statements also wait no longer than `ms`.
 */
export async function skipIfLocked(transaction: Kysely<Tables>, ms: number, work: () => Promise<unknown>): Promise<boolean> {
  await sql`SAVEPOINT unless_held`.execute(transaction);
  try {
    await sql.raw(`SET LOCAL lock_timeout = ${ms}`).execute(transaction);
    await work();
    return true;
  } catch (error) {
    await sql`ROLLBACK TO SAVEPOINT unless_held`.execute(transaction);
    if (isLockTimeout(error)) return false;
    throw error;
  }
}
