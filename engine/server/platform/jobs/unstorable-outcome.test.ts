import { openTestDatabase, type TestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLog } from '../../testing/silent-log.ts';
import { Refusal } from '../http/refusal.ts';
import { JobRunner } from './job-runner.ts';
import { addJob } from './job-store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

it('a job ends although its error, its refusal or its result holds text that the database does not take', async () => {
  const jobs = new JobRunner(database.db, silentLog, 'Asia/Shanghai');
  const works = {
    erring: () => Promise.reject(new Error('zero \0 byte')),
    refusing: () => Promise.reject(new Refusal('refused', { message: '零\0字节' })),
    giving: () => Promise.resolve({ text: 'zero \0 byte' }),
  };
  const ids = [];
  for (const [name, run] of Object.entries(works)) {
    jobs.register({ name, attempts: 1, run });
    ids.push(await addJob(database.db, { kind: name, payload: null }));
  }
  await jobs.runDue();
  const { rows } = await database.pool.query<{ state: string; fail_reason: string | null; result: unknown }>(
    'SELECT state, fail_reason, result FROM sys_job WHERE id = ANY($1) ORDER BY array_position($1, id)',
    [ids],
  );
  expect(rows.map((row) => [row.state, row.fail_reason, row.result])).toEqual([
    ['failed', '任务执行失败，请稍后重试', null],
    ['failed', '零\uFFFD字节', null],
    ['done', null, { text: 'zero \uFFFD byte' }],
  ]);
  const { rows: runs } = await database.pool.query<{ run_error: string }>(
    "SELECT run_error FROM sys_job_run WHERE job_kind IN ('erring', 'refusing') ORDER BY job_kind",
  );
  expect(runs.map((run) => run.run_error)).toEqual(['zero \uFFFD byte', '零\uFFFD字节']);
});
