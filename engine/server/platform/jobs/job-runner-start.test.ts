import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { silentLog } from '../../testing/silent-log.ts';
import { openTestDatabase, type TestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { until } from '../../testing/until.ts';
import { recurringKey } from './job-kind.ts';
import { JobRunner } from './job-runner.ts';
import { addJob } from './job-store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());
afterEach(() => database.pool.query('DELETE FROM sys_job'));

const runner = () => new JobRunner(database.db, silentLog, 'Asia/Shanghai');

it('a runner takes jobs by itself once started, and keeps one job of each recurring kind', async () => {
  const nodes = [runner(), runner()];
  let rounds = 0;
  for (const node of nodes) {
    node.register({ name: 'sweep', every: 3600, run: () => Promise.resolve((rounds += 1)) });
    await node.start();
  }
  await database.pool.query("UPDATE sys_job SET run_time = now() WHERE kind = 'sweep'");
  await until(async () => (await database.pool.query("SELECT FROM sys_job WHERE kind = 'sweep' AND run_time > now()")).rowCount === 1);
  await Promise.all(nodes.map((node) => node.stop()));
  expect(rounds).toBe(1);
});

it('a runner takes the next job of a kind as soon as one has ended, not with the next poll', async () => {
  const node = runner();
  let done = 0;
  node.register({ name: 'many', atOnce: 2, run: () => Promise.resolve((done += 1)) });
  for (let at = 0; at < 20; at += 1) await addJob(database.db, { kind: 'many', payload: at });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    await node.start();
    vi.advanceTimersByTime(1000);
    await until(() => done === 20);
  } finally {
    vi.useRealTimers();
    await node.stop();
  }
});

it('a runner starts even if the database cannot write the recurring jobs, and writes them later', async () => {
  const refuse = (does: string) =>
    database.pool.query(`CREATE OR REPLACE FUNCTION refuse_jobs() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${does} END $$`);
  await refuse("RAISE 'canceling statement due to lock timeout' USING ERRCODE = 'lock_not_available';");
  await database.pool.query('CREATE TRIGGER refuse_jobs BEFORE INSERT ON sys_job FOR EACH ROW EXECUTE FUNCTION refuse_jobs()');
  const node = runner();
  let rounds = 0;
  node.register({ name: 'sweep', every: 3600, run: () => Promise.resolve((rounds += 1)) });
  await node.start();
  await refuse('RETURN new;');
  await until(async () => (await database.pool.query("SELECT FROM sys_job WHERE kind = 'sweep'")).rowCount === 1);
  await database.pool.query("UPDATE sys_job SET run_time = now() WHERE kind = 'sweep'");
  await until(() => rounds === 1);
  await node.stop();
  await database.pool.query('DROP FUNCTION refuse_jobs CASCADE');
});

it('a runner reschedules jobs that a clock set back left a day ahead, at its start and while it runs', async () => {
  const node = runner();
  node.register({ name: 'sweep', every: 60, run: () => Promise.resolve() });
  const aDayOn = () => database.pool.query("UPDATE sys_job SET state = 'waiting', attempts = 0, run_time = now() + interval '1 day'");
  const isPlanned = async () =>
    (await database.pool.query("SELECT FROM sys_job WHERE kind = 'sweep' AND run_time <= now() + interval '60 s'")).rowCount === 1;
  await addJob(database.db, { kind: 'sweep', payload: null, key: recurringKey });
  await aDayOn();
  await node.start();
  expect(await isPlanned()).toBe(true);
  await aDayOn();
  const later = performance.now() + 600_001;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => later);
  try {
    await until(isPlanned);
  } finally {
    clock.mockRestore();
    await node.stop();
  }
});
