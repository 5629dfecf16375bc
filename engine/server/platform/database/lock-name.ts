import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Lets the transactions that give the same name go on one after the other, each until it ends; those that share it go beside each other.
 * For what no row stands for yet: of several that count at once each would find room for one.
 */
export async function lockName(db: Kysely<Tables>, name: string, { shared = false } = {}): Promise<void> {
  const key = sql`hashtextextended(${name}, 0)`;
  const lock = shared ? sql`SELECT pg_advisory_xact_lock_shared(${key})` : sql`SELECT pg_advisory_xact_lock(${key})`;
  await lock.execute(db);
}
