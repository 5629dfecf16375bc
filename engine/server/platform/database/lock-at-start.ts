import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { StartError } from '../start-error.ts';
import type { Tables } from './tables.ts';

const retryIntervalMs = 100;

/**
 * Serialises nodes that start at once, each until its transaction ends. The lock is retried: a statement that waits for
 * a lock is cancelled after the limit of a request (`lockTimeoutMs`), and writing the first records of a new database takes
 * longer than that on a slow machine. A StartError after `timeoutMs`. With the embedded database there is one node.
 */
export async function lockAtStart(transaction: Kysely<Tables>, key: number, timeoutMs = 60_000): Promise<void> {
  const begin = performance.now();
  for (;;) {
    const { rows } = await sql<{ isMine: boolean }>`SELECT pg_try_advisory_xact_lock(${key}::bigint) AS is_mine`.execute(transaction);
    if (rows[0]?.isMine === true) return;
    if (performance.now() - begin > timeoutMs)
      throw new StartError(
        `Another node has been starting on this database for longer than ${timeoutMs / 1000} s: start this one again when it is done.`,
      );
    await wait(retryIntervalMs);
  }
}
