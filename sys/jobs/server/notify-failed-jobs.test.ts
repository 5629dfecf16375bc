import { runJob } from '@back-office/app/testing/server/run-job.ts';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { notifyKey } from '../job-calls.ts';

let app: TestApp;
let person: Session;
beforeAll(async () => {
  app = await openTestApp();
  person = await app.userWith({ 'sys/job': ['read'] });
  await app.call(person.token, 'PUT', `sys/user/preference/${notifyKey}`, { value: true });
});
afterAll(() => app.drop());

const told = async () => (await app.call<{ total: number }>(person.token, 'GET', 'sys/msg/list?index=0&limit=10')).data.total;

it.each([
  ['is reported for its first failure', null, null, 1],
  ['is not reported again within a day while it keeps failing', '23 hours', null, 0],
  ['is reported again after a day of failures', '25 hours', null, 1],
  ['is reported again if it succeeded in between', '61 minutes', '30 minutes', 1],
  ['is reported at most once an hour even if it succeeded in between', '59 minutes', '30 minutes', 0],
])('a failing kind of job %s', async (_what, before, well, times) => {
  const { pool } = app.database;
  await pool.query('DELETE FROM sys_job_run');
  await pool.query(
    `INSERT INTO sys_job_kind (id, job_kind, job_title, told_time) VALUES (gen_random_uuid(), 'trial', '试验', now() - $1::interval)
     ON CONFLICT (job_kind) DO UPDATE SET told_time = excluded.told_time`,
    [before],
  );
  await pool.query(
    `INSERT INTO sys_job_run (id, job_id, job_kind, job_title, start_time, run_duration, run_status, is_final, run_attempt, run_node)
     SELECT gen_random_uuid(), gen_random_uuid(), 'trial', '试验', now() - ago, 1, status, final, 1, 'n'
     FROM (VALUES ($1::interval, '成功', '否'), ('0', '失败', '是')) run(ago, status, final) WHERE ago IS NOT NULL`,
    [well],
  );
  const already = await told();
  await runJob(app, 'tell-failed-jobs');
  await runJob(app, 'tell-failed-jobs');
  expect((await told()) - already).toBe(times);
});
