import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Refusal } from '../http/refusal.ts';
import { liveChannel } from '../live/notify-nodes.ts';
import { silentLog } from '../../testing/silent-log.ts';
import { openTestDatabase, type TestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { type JobContext, recurringKey } from './job-kind.ts';
import { JobRunner } from './job-runner.ts';
import { addJob, cancelJob, clearJobs, renewJobLease, claimJobs } from './job-store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());
afterEach(() => database.pool.query('DELETE FROM sys_job'));

const runner = () => new JobRunner(database.db, silentLog, 'Asia/Shanghai');
const rowOf = async (id: string) =>
  (
    await database.pool.query<{
      state: string;
      attempts: number;
      result: unknown;
      fail_reason: string | null;
      progress_done: number;
      progress_total: number | null;
      wait: number;
    }>('SELECT *, extract(epoch FROM run_time - now())::float8 AS wait FROM sys_job WHERE id = $1', [id])
  ).rows[0];
const soon = (id: string) => database.pool.query("UPDATE sys_job SET run_time = now() WHERE id = $1 AND state = 'waiting'", [id]);
/** Work that lasts until it is aborted. */
const untilAborted = ({ signal }: JobContext): Promise<never> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
const until = async (true_: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await true_())) await wait(5);
};

describe('a job', () => {
  it('notifies the pages of its owner of its stored progress and its end, and nobody if it has no owner', async () => {
    const owner = randomUUID();
    const heard: string[] = [];
    let listener: ReturnType<TestDatabase['listen']> | undefined;
    await new Promise<void>((connected) => {
      listener = database.listen(liveChannel, { onMessage: (payload) => heard.push(payload), connected });
    });
    const jobs = runner();
    jobs.register<null>({ name: 'told', notifies: 'export', run: ({ progress }) => Promise.resolve(progress(1, 2)) });
    for (const ownerId of [null, owner]) await addJob(database.db, { kind: 'told', payload: null, ownerId });
    await jobs.runDue();
    await until(() => heard.length >= 2);
    const told = JSON.stringify({ kind: 'changed', topic: 'export', users: [owner] });
    expect(heard).toEqual([told, told]);
    await listener?.stop();
  });

  it('runs once it is due, and stores its result and its progress', async () => {
    const jobs = runner();
    jobs.register<{ n: number }>({
      name: 'double',
      run: ({ payload, progress, ownerId }) => {
        progress(1, 4);
        progress(4);
        return Promise.resolve({ twice: payload.n * 2, ownerId });
      },
    });
    const id = await addJob(database.db, { kind: 'double', payload: { n: 21 } });
    const later = await addJob(database.db, { kind: 'double', payload: { n: 1 }, delay: 60 });
    await jobs.runDue();
    expect(await rowOf(id)).toMatchObject({
      state: 'done',
      attempts: 1,
      result: { twice: 42, ownerId: null },
      progress_done: 4,
      progress_total: 4,
    });
    expect(await rowOf(later)).toMatchObject({ state: 'waiting', attempts: 0 });
  });

  it('exists only once the transaction that added it commits, and once per key until it ends', async () => {
    const transaction = await database.db.startTransaction().execute();
    const lost = await addJob(transaction, { kind: 'x', payload: 1 });
    await transaction.rollback().execute();
    expect(await rowOf(lost)).toBeUndefined();
    const first = await addJob(database.db, { kind: 'x', payload: 1, key: 'k' });
    expect(await addJob(database.db, { kind: 'x', payload: 2, key: 'k' })).toBe(first);
    await cancelJob(database.db, first);
    expect(await addJob(database.db, { kind: 'x', payload: 3, key: 'k' })).not.toBe(first);
  });

  it('is retried after increasing delays, then fails for good with a message for its owner', async () => {
    const jobs = runner();
    jobs.register({ name: 'fail', attempts: 3, backOff: 100, run: () => Promise.reject(new Error('secret inside')) });
    const id = await addJob(database.db, { kind: 'fail', payload: null });
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await soon(id);
      await jobs.runDue();
      waits.push((await rowOf(id))?.wait ?? 0);
    }
    expect(waits[0]).toBeGreaterThan(70);
    expect(waits[0]).toBeLessThan(130);
    expect(waits[1]).toBeGreaterThan(150);
    expect(await rowOf(id)).toMatchObject({ state: 'failed', attempts: 3, fail_reason: '任务执行失败，请稍后重试' });
  });

  it('is not retried if it is refused', async () => {
    const jobs = runner();
    jobs.register({ name: 'refuse', run: () => Promise.reject(new Refusal('notPermitted')) });
    const id = await addJob(database.db, { kind: 'refuse', payload: null });
    await jobs.runDue();
    expect(await rowOf(id)).toMatchObject({ state: 'failed', attempts: 1, fail_reason: '没有操作权限' });
  });

  it('is cancelled at once while it waits, and at its next progress report while it runs', async () => {
    const jobs = runner();
    let running: JobContext | undefined;
    jobs.register({
      name: 'long',
      run: (job) => {
        running = job;
        return untilAborted(job);
      },
    });
    const waiting = await addJob(database.db, { kind: 'long', payload: null, delay: 60 });
    expect(await cancelJob(database.db, waiting)).toBe(true);
    expect(await cancelJob(database.db, waiting)).toBe(false);
    expect(await rowOf(waiting)).toMatchObject({ state: 'cancelled' });
    const id = await addJob(database.db, { kind: 'long', payload: null });
    const done = jobs.runDue();
    await until(() => running !== undefined);
    expect(await cancelJob(database.db, id)).toBe(true);
    running?.progress(7);
    await done;
    expect(await rowOf(id)).toMatchObject({ state: 'cancelled', progress_done: 7 });
  });
});

describe('several nodes', () => {
  it('never take the same job', async () => {
    for (let n = 0; n < 20; n += 1) await addJob(database.db, { kind: 'shared', payload: n });
    const ran: number[] = [];
    const nodes = [1, 2, 3].map(() => {
      const jobs = runner();
      jobs.register<number>({ name: 'shared', atOnce: 3, run: ({ payload }) => Promise.resolve(ran.push(payload)) });
      return jobs;
    });
    await Promise.all(nodes.map((node) => node.runDue()));
    expect(ran.sort((one, other) => one - other)).toEqual(Array.from({ length: 20 }, (_, n) => n));
  });

  it('take over the job of a node that died, whose late reports are ignored', async () => {
    const id = await addJob(database.db, { kind: 'orphan', payload: 'p' });
    const free = new Map([['orphan', 1]]);
    const [dead] = await claimJobs(database.db, free, []);
    expect(await claimJobs(database.db, free, [])).toEqual([]);
    await database.pool.query("UPDATE sys_job SET lease_until = now() - interval '1 s' WHERE id = $1", [id]);
    // The node that runs it does not take it from itself.
    expect(await claimJobs(database.db, free, [id])).toEqual([]);
    const jobs = runner();
    jobs.register({ name: 'orphan', run: ({ attempt }) => Promise.resolve(attempt) });
    await jobs.runDue();
    expect(await rowOf(id)).toMatchObject({ state: 'done', result: 2 });
    expect(await renewJobLease(database.db, dead ?? expect.fail(), { done: 1, total: 1 })).toEqual({ kept: false, cancelAsked: false });
    expect(await rowOf(id)).toMatchObject({ state: 'done', progress_done: 0 });
  });

  it('do not keep retrying a job that kills them', async () => {
    const id = await addJob(database.db, { kind: 'deadly', payload: null });
    await database.pool.query('UPDATE sys_job SET attempts = 5 WHERE id = $1', [id]);
    const jobs = runner();
    jobs.register({ name: 'deadly', run: () => expect.fail('it ran') });
    await jobs.runDue();
    expect(await rowOf(id)).toMatchObject({ state: 'failed', fail_reason: '任务多次中断，已停止' });
  });

  it('stop work on a job whose lease another node took over', async () => {
    const jobs = runner();
    let running: JobContext | undefined;
    jobs.register({
      name: 'stolen',
      run: (job) => {
        running = job;
        return untilAborted(job);
      },
    });
    const id = await addJob(database.db, { kind: 'stolen', payload: null });
    const done = jobs.runDue();
    await until(() => running !== undefined);
    await database.pool.query('UPDATE sys_job SET lease_token = gen_random_uuid() WHERE id = $1', [id]);
    running?.progress(1);
    await done;
    expect(running?.signal.aborted).toBe(true);
    expect(await rowOf(id)).toMatchObject({ state: 'running', progress_done: 0 });
  });
});

describe('a runner', () => {
  it('that stops returns its jobs without counting an attempt, and takes no more', async () => {
    const jobs = runner();
    let running = false;
    jobs.register({
      name: 'endless',
      run: (job) => {
        running = true;
        return untilAborted(job);
      },
    });
    const id = await addJob(database.db, { kind: 'endless', payload: null });
    const done = jobs.runDue();
    await until(() => running);
    await jobs.stop();
    await done;
    expect(await rowOf(id)).toMatchObject({ state: 'waiting', attempts: 0 });
    await jobs.runDue();
    expect(await rowOf(id)).toMatchObject({ state: 'waiting' });
  });

  it('forgets jobs that ended more than a month ago', async () => {
    const [old, fresh] = [await addJob(database.db, { kind: 'x', payload: 1 }), await addJob(database.db, { kind: 'x', payload: 1 })];
    await database.pool.query(
      "UPDATE sys_job SET state = 'done', end_time = now() - CASE WHEN id = $1 THEN interval '31 days' ELSE interval '29 days' END",
      [old],
    );
    await clearJobs(database.db);
    expect([await rowOf(old), (await rowOf(fresh))?.state]).toEqual([undefined, 'done']);
  });

  it('forgets a recurring job of a kind that no node registers any longer, and no other', async () => {
    const add = async (kind: string, seen: string) => {
      await database.pool.query(
        'INSERT INTO sys_job_kind (id, job_kind, job_title, seen_time) VALUES (gen_random_uuid(), $1, $1, now() - $2::interval)',
        [kind, seen],
      );
      return addJob(database.db, { kind, payload: null, key: recurringKey });
    };
    const [gone, known] = [await add('gone', '61 minutes'), await add('known', '59 minutes')];
    const requested = await addJob(database.db, { kind: 'gone', payload: 1 });
    await clearJobs(database.db);
    expect([await rowOf(gone), await rowOf(known), await rowOf(requested)].map((row) => row?.state)).toEqual([
      undefined,
      'waiting',
      'waiting',
    ]);
  });
});
