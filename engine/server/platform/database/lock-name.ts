import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Serialises the transactions that lock the same name, each until it ends; shared locks do not exclude each other. For
 * limits that no row represents yet: of several concurrent counts, each would find room for one.
 */
export async function lockName(db: Kysely<Tables>, name: string, { shared = false } = {}): Promise<void> {
  const key = sql`hashtextextended(${name}, 0)`;
  const lock = shared ? sql`SELECT pg_advisory_xact_lock_shared(${key})` : sql`SELECT pg_advisory_xact_lock(${key})`;
  await lock.execute(db);
}
