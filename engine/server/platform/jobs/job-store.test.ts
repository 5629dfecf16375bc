import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLog } from '../../testing/silent-log.ts';
import { openTestDatabase, type TestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { JobRunner } from './job-runner.ts';
import { addJob, cancelJob, clearJobs, endJob, renewJobLease, releaseJob, claimJobs } from './job-store.ts';

let database: TestDatabase;
beforeAll(async () => (database = await openTestDatabase()));
afterAll(() => database.drop());

const take = async (kind: string) => (await claimJobs(database.db, new Map([[kind, 1]]), []))[0] ?? expect.fail('Nothing was due');
const stateOf = async (id: string) =>
  (await database.pool.query<{ state: string }>('SELECT state FROM sys_job WHERE id = $1', [id])).rows[0]?.state;

it('a job that has ended cannot be ended, updated or returned again, not even by the node that ended it', async () => {
  const id = await addJob(database.db, { kind: 'ended', payload: null });
  const job = await take('ended');
  expect(await endJob(database.db, job, 'done', {})).toBe(true);
  expect(await endJob(database.db, job, 'failed', { reason: '迟到' })).toBe(false);
  expect(await releaseJob(database.db, job, { delay: 0, attempts: 0 })).toBe(false);
  expect(await renewJobLease(database.db, job, { done: 1, total: 1 })).toMatchObject({ kept: false });
  expect(await stateOf(id)).toBe('done');
});

it('a job that was cancelled before its node died is not started again by another', async () => {
  const id = await addJob(database.db, { kind: 'cancelled', payload: null });
  await take('cancelled');
  expect(await cancelJob(database.db, id)).toBe(true);
  await database.pool.query(`UPDATE sys_job SET lease_until = now() - interval '1 second' WHERE id = $1`, [id]);
  const jobs = new JobRunner(database.db, silentLog, 'Asia/Shanghai');
  jobs.register({ name: 'cancelled', run: () => expect.fail('it ran') });
  await jobs.runDue();
  expect(await stateOf(id)).toBe('cancelled');
});

it('a job whose kind no node has registered for a month, and which has waited as long, ends as failed', async () => {
  const add = async (kind: string, due: string) => {
    const id = await addJob(database.db, { kind, payload: null });
    await database.pool.query('UPDATE sys_job SET run_time = now() - $2::interval WHERE id = $1', [id, due]);
    return id;
  };
  await database.pool.query(`INSERT INTO sys_job_kind (id, job_kind, job_title) VALUES (gen_random_uuid(), 'known', '已知')`);
  const jobs = [await add('unknown', '31 days'), await add('unknown', '29 days'), await add('known', '31 days')];
  await clearJobs(database.db);
  expect(await Promise.all(jobs.map(stateOf))).toEqual(['failed', 'waiting', 'waiting']);
});
