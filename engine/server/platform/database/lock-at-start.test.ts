import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { until } from '../../testing/until.ts';
import { lockAtStart } from './lock-at-start.ts';
import type { Tables } from './tables.ts';
import { withTransaction } from './with-transaction.ts';

const key = 7_215_099;

/* The embedded database is one session, which always holds the locks that it requests. */
/** @see docs/postmortems/limits-that-work-reaches.md */
describe.skipIf(!process.env.TEST_DATABASE_URL)('a node that starts while another one is starting', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.drop());

  const release = async (holder: { query: (text: string) => Promise<unknown>; release: () => void }): Promise<void> => {
    await holder.query(`SELECT pg_advisory_unlock(${key})`);
    holder.release();
  };
  /** Starts as a node whose statements may wait for `lockMs` at most. */
  const start = (lockMs: number, timeoutMs?: number): Promise<string> =>
    withTransaction(database.db, async (transaction: Kysely<Tables>) => {
      await sql.raw(`SET LOCAL lock_timeout = ${lockMs}`).execute(transaction);
      await lockAtStart(transaction, key, timeoutMs);
      return 'started';
    });

  it('waits for it, longer than a statement may wait for a lock', async () => {
    const holder = await database.pool.connect();
    await holder.query(`SELECT pg_advisory_lock(${key})`);
    let state = 'waits';
    const started = start(1).then((done) => (state = done));
    const asked = `SELECT FROM pg_stat_activity WHERE query LIKE '%pg_try_advisory_xact_lock%' AND pid <> pg_backend_pid()
      AND query_start > xact_start + interval '150 ms'`;
    await until(async () => (await database.pool.query(asked)).rows.length === 1);
    expect(state).toBe('waits');
    await release(holder);
    expect(await started).toBe('started');
  });

  it('reports it if the other node does not finish', async () => {
    const holder = await database.pool.connect();
    await holder.query(`SELECT pg_advisory_lock(${key})`);
    await expect(start(1, 0)).rejects.toThrow('Another node has been starting on this database for longer than 0 s');
    await release(holder);
    expect(await start(1)).toBe('started');
  });
});
