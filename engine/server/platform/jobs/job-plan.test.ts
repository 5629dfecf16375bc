import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { recurringKey } from './job-kind.ts';
import { describeKinds, retryJob } from './job-plan.ts';
import { addJob, hastenRecurring, claimJobs } from './job-store.ts';

let database: TestDatabase;
beforeAll(async () => (database = await openTestDatabase()));
afterAll(() => database.drop());
afterEach(() => database.pool.query('DELETE FROM sys_job'));

const failed = async (key: string): Promise<string> => {
  const id = await addJob(database.db, { kind: 'trial', payload: null, key });
  await database.pool.query(`UPDATE sys_job SET state = 'failed', attempts = 5, end_time = now() WHERE id = $1`, [id]);
  return id;
};

it('a job that failed for good can be retried from the start, unless another with its key exists', async () => {
  const [one, other] = [await failed('a'), await failed('b')];
  await addJob(database.db, { kind: 'trial', payload: null, key: 'b' });
  expect([await retryJob(database.db, one), await retryJob(database.db, other)]).toEqual([true, false]);
  expect(await retryJob(database.db, one)).toBe(false);
  const taken = await claimJobs(database.db, new Map([['trial', 9]]), []);
  expect(taken.map(({ id, attempts }) => [id, attempts])).toContainEqual([one, 1]);
  expect(taken.map(({ id }) => id)).not.toContain(other);
});

it('a sweep can be brought forward, but not before the time of a retry after a failure', async () => {
  const id = await addJob(database.db, { kind: 'trial', payload: null, key: recurringKey, delay: 3600 });
  const isDue = async () =>
    (await database.pool.query<{ due: boolean }>('SELECT run_time <= now() AS due FROM sys_job WHERE id = $1', [id])).rows[0]?.due;
  await database.pool.query('UPDATE sys_job SET attempts = 1');
  await hastenRecurring(database.db, 'trial');
  expect(await isDue()).toBe(false);
  await database.pool.query('UPDATE sys_job SET attempts = 0');
  await hastenRecurring(database.db, 'trial');
  expect(await isDue()).toBe(true);
});

it('a job kind that no node has known for a month is forgotten, and one that is known now is not', async () => {
  const kind = (name: string) => ({ name, every: 60, run: () => Promise.resolve() });
  await describeKinds(database.db, [kind('trial-old'), kind('trial-known')]);
  await database.pool.query(`UPDATE sys_job_kind SET seen_time = now() - interval '31 days' WHERE job_kind LIKE 'trial-%'`);
  await describeKinds(database.db, [kind('trial-known')]);
  const { rows } = await database.pool.query(`SELECT job_kind FROM sys_job_kind WHERE job_kind LIKE 'trial-%'`);
  expect(rows).toEqual([{ job_kind: 'trial-known' }]);
});
