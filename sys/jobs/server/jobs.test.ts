import { addJob } from '@back-office/server/platform/jobs/job-store.ts';
import { describeKinds } from '@back-office/server/platform/jobs/job-plan.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notifyKey } from '../job-calls.ts';

let app: TestApp;
let admin: string;
let broken = true;
const ran: string[] = [];
/** Milliseconds that the last sweep took. */
let worked = 0;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
  const { jobs } = app.server;
  jobs.register({
    name: 'trial-sweep',
    title: '试验',
    every: 3600,
    run: async () => {
      const began = performance.now();
      await app.database.pool.query('SELECT count(*) FROM generate_series(1, 100000)');
      worked = performance.now() - began;
      ran.push('sweep');
    },
  });
  jobs.register({
    name: 'trial-broken',
    title: '坏了的任务',
    every: 3600,
    attempts: 1,
    run: () => (broken ? Promise.reject(new Error('cannot reach postgres://me:secret@there/x')) : Promise.resolve()),
  });
  jobs.register({
    name: 'trial-asked',
    title: '有人要的任务',
    attempts: 1,
    run: () => (broken ? Promise.reject(new Error('no')) : Promise.resolve(ran.push('asked'))),
  });
  await describeKinds(app.database.db, jobs.kinds);
});
afterAll(() => app.drop());

const kindOf = async (name: string): Promise<AnyRow> =>
  (await app.call<{ items: AnyRow[] }>(admin, 'GET', `sys/job/select-page?eq=jobKind:${name}`)).data.items[0] ?? expect.fail(name);
const runsOf = async (name: string): Promise<AnyRow[]> =>
  (await app.call<{ items: AnyRow[] }>(admin, 'GET', `sys/job-run/select-page?eq=jobKind:${name}`)).data.items;
const send = async (method: 'PUT' | 'POST', call: string, name: string, body?: object) => {
  const { id, version } = await kindOf(name);
  return app.call(admin, method, `sys/job/${call}/${id}`, body === undefined ? undefined : { version, ...body });
};
const logged = async (type: string): Promise<AnyRow[]> =>
  (await app.call<{ items: AnyRow[] }>(admin, 'GET', `sys/log-opt/select-page?eq=optModule:定时任务&eq=optType:${type}`)).data.items;

describe('the kinds of job', () => {
  it('are listed with their schedule, those of features and of the engine alike', async () => {
    expect(await kindOf('clear-logs')).toMatchObject({ jobTitle: '清理过期日志', jobSchedule: '每 1 小时', isPlanned: '是' });
    expect(await kindOf('trial-asked')).toMatchObject({ jobSchedule: '由操作触发', isPlanned: '否', jobState: '空闲' });
  });

  it('can be run at once, only once however often requested, and record when and for how long they ran', async () => {
    expect((await send('POST', 'run', 'trial-sweep')).code).toBe(20000);
    expect((await send('POST', 'run', 'trial-sweep')).code).toBe(20000);
    const { rows } = await app.database.pool.query<{ at: Date }>('SELECT clock_timestamp() AS at');
    const began = performance.now();
    await app.server.jobs.runDue();
    const lasted = performance.now() - began;
    expect(ran).toEqual(['sweep']);
    expect(await kindOf('trial-sweep')).toMatchObject({ lastStatus: '成功', jobState: '等待执行', nextTime: expect.any(String) as string });
    expect(await runsOf('trial-sweep')).toEqual([
      expect.objectContaining({ runStatus: '成功', runAttempt: 1, runNode: expect.any(String) as string, startTime: expect.any(String) }),
    ]);
    const { rows: times } = await app.database.pool.query<{ duration: number; inside: boolean }>(
      `SELECT run_duration AS duration, start_time BETWEEN $1::timestamptz - interval '1 millisecond'
         AND clock_timestamp() - make_interval(secs => run_duration / 1000.0) AS inside
       FROM sys_job_run WHERE job_kind = 'trial-sweep'`,
      [rows[0]?.at],
    );
    expect(times).toEqual([{ duration: expect.any(Number), inside: true }]);
    expect(times[0]?.duration).toBeGreaterThanOrEqual(Math.floor(worked));
    expect(times[0]?.duration).toBeLessThanOrEqual(Math.ceil(lasted));
    expect(await logged('立即执行')).toHaveLength(2);
  });

  it('accept a cron schedule, which applies at once, is logged, and can be removed again', async () => {
    expect((await send('PUT', 'plan', 'trial-sweep', { jobCron: ' 30  2 1 1 * ' })).code).toBe(20000);
    expect(await kindOf('trial-sweep')).toMatchObject({
      jobSchedule: '30 2 1 1 *',
      nextTime: expect.stringMatching(/-01-01 02:30:00$/) as string,
    });
    expect(await logged('调整计划')).toEqual([
      expect.objectContaining({
        optTarget: '试验',
        optChanges: [{ field: 'jobCron', label: '执行时间', before: null, after: '30 2 1 1 *' }],
      }),
    ]);
    await send('POST', 'run', 'trial-sweep');
    await app.server.jobs.runDue();
    expect((await kindOf('trial-sweep'))['nextTime']).toMatch(/-01-01 02:30:00$/);
    await send('PUT', 'plan', 'trial-sweep', { jobCron: '' });
    expect(await kindOf('trial-sweep')).toMatchObject({ jobSchedule: '每 1 小时' });
    expect((await kindOf('trial-sweep'))['nextTime']).not.toMatch(/02:30:00$/);
  });

  it.each(['x', '* * * *', '0 0 30 2 *', '* * * * * *', '61 * * * *', 7, {}, '1'.repeat(101)])(
    'refuse %j as a schedule',
    async (jobCron) => {
      expect((await send('PUT', 'plan', 'trial-sweep', { jobCron })).code).toBe(40000);
    },
  );

  it('show the next times of a schedule', async () => {
    const { data } = await app.call<{ times: string[] }>(admin, 'GET', `sys/job/next-times?cron=${encodeURIComponent('0 8 * * 1')}`);
    expect(data.times).toHaveLength(5);
    for (const time of data.times) expect(time).toMatch(/^\d{4}-\d\d-\d\d 08:00:00$/);
    expect((await app.call(admin, 'GET', 'sys/job/next-times?cron=x')).code).toBe(40000);
  });

  it('are paused on every node until they are resumed', async () => {
    await send('POST', 'run', 'trial-sweep');
    const before = ran.length;
    expect((await send('PUT', 'pause', 'trial-sweep', {})).code).toBe(20000);
    await app.server.jobs.runDue();
    expect(ran).toHaveLength(before);
    expect(await kindOf('trial-sweep')).toMatchObject({ jobState: '已暂停', nextTime: null });
    expect((await send('POST', 'run', 'trial-sweep')).message).toBe('任务已暂停，请先恢复');
    await send('PUT', 'resume', 'trial-sweep', {});
    await app.server.jobs.runDue();
    expect(ran).toHaveLength(before + 1);
    expect([(await logged('暂停')).length, (await logged('恢复')).length]).toEqual([1, 1]);
  });

  it('refuse a change based on an older version or on none, and cannot be run if only an action triggers them', async () => {
    const { id, version } = await kindOf('trial-sweep');
    const { code, data } = await app.call<{ conflict: string }>(admin, 'PUT', `sys/job/pause/${id}`, { version: Number(version) - 1 });
    expect([code, data.conflict]).toEqual([40900, 'version']);
    for (const call of ['plan', 'pause', 'resume'])
      expect(await app.call(admin, 'PUT', `sys/job/${call}/${id}`, { jobCron: '0 8 * * *' })).toMatchObject({
        code: 40000,
        data: { fields: [{ field: 'version', message: '修改时必须带上版本号' }] },
      });
    expect(await kindOf('trial-sweep')).toMatchObject({ version, jobState: '等待执行' });
    expect((await send('POST', 'run', 'trial-asked')).message).toBe('此任务由操作触发，不能单独执行');
    expect((await send('PUT', 'plan', 'trial-asked', { jobCron: '0 * * * *' })).code).toBe(40000);
    expect((await app.call(admin, 'POST', 'sys/job/run/no-id')).code).toBe(40400);
  });
});

it('a kind that this node does not know, as during an upgrade, is neither run nor scheduled by it', async () => {
  await app.database.pool.query(
    `INSERT INTO sys_job_kind (id, job_kind, job_title, job_every) VALUES (gen_random_uuid(), 'trial-newer', '新版本的任务', 60)`,
  );
  const message = '这台服务器没有这个任务，可能正在升级，请稍后再试';
  expect(await send('POST', 'run', 'trial-newer')).toMatchObject({ code: 40000, message });
  expect(await send('PUT', 'plan', 'trial-newer', { jobCron: '0 * * * *' })).toMatchObject({ code: 40000, message });
  expect((await send('PUT', 'pause', 'trial-newer', {})).code).toBe(20000);
});

describe('a job that is given up', () => {
  it('says why without passwords, appears on the home page, and is reported once to those who asked and may see it', async () => {
    const person = await app.userWith({ 'sys/job': ['read'] });
    const stranger = await app.userWith({ 'sys/dict': ['read'] });
    for (const { token } of [person, stranger]) await app.call(token, 'PUT', `sys/user/preference/${notifyKey}`, { value: true });
    for (let times = 0; times < 2; times += 1) {
      await send('POST', 'run', 'trial-broken');
      await app.server.jobs.runDue();
      await addJob(app.database.db, { kind: 'tell-failed-jobs', payload: null });
      await app.server.jobs.runDue();
    }
    expect(await kindOf('trial-broken')).toMatchObject({
      lastStatus: '失败',
      isFailed: '是',
      lastError: 'cannot reach postgres://…@there/x',
    });
    const unread = async (token: string) => (await app.call<{ items: AnyRow[] }>(token, 'GET', 'sys/msg/list?index=0&limit=10')).data.items;
    expect(await unread(person.token)).toEqual([expect.objectContaining({ msgTitle: '后台任务失败' })]);
    expect(await unread(stranger.token)).toEqual([]);
    const { data } = await app.call<{ waiting: AnyRow[] }>(admin, 'GET', 'statistics/select-home');
    expect(data.waiting).toContainEqual(expect.objectContaining({ name: 'failed-jobs', count: 1 }));
  });

  it('can be retried, whether it recurs or was requested by a user', async () => {
    await addJob(app.database.db, { kind: 'trial-asked', payload: null });
    await app.server.jobs.runDue();
    broken = false;
    const retry = async (name: string) => {
      const failed = (await runsOf(name)).find(({ runStatus }) => runStatus === '失败');
      return app.call(admin, 'POST', `sys/job-run/retry/${failed?.id}`);
    };
    expect([(await retry('trial-asked')).code, (await retry('trial-broken')).code]).toEqual([20000, 20000]);
    await app.server.jobs.runDue();
    expect(ran).toContain('asked');
    expect(await kindOf('trial-broken')).toMatchObject({ lastStatus: '成功', isFailed: '否' });
    expect((await retry('trial-asked')).code).toBe(40000);
  });
});

it('the run history keeps some runs of each kind, and a rare failure among many successes', async () => {
  const { pool } = app.database;
  await pool.query(`INSERT INTO sys_job_run (id, job_id, job_kind, job_title, start_time, run_duration, run_status, run_attempt, run_node)
    SELECT gen_random_uuid(), gen_random_uuid(), 'trial-broken', 'x', now() - interval '1 day', 1, '成功', 1, 'n' FROM generate_series(1, 500)`);
  await send('POST', 'run', 'trial-broken');
  await app.server.jobs.runDue();
  const runs = await runsOf('trial-broken&limit=1000');
  expect(runs.filter(({ runStatus }) => runStatus === '成功')).toHaveLength(30);
  expect(runs.filter(({ runStatus }) => runStatus === '失败')).toHaveLength(2);
});
