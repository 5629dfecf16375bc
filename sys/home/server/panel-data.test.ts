import { randomUUID } from 'node:crypto';
import type { PanelData } from '../statistics.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JobContext } from '@back-office/server/platform/jobs/job-kind.ts';
import { liveChannel } from '@back-office/server/platform/live/notify-nodes.ts';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { until } from '@back-office/server/testing/until.ts';
import { notifyFiguresJob } from './notify-figures-job.ts';

/* The home page's figures, before and after changes to the counted records. */
let app: TestApp;
let admin: string;
const [house, beside] = [randomUUID(), randomUUID()];
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
  await sql(`INSERT INTO sys_org (id, org_name, org_code, org_status) VALUES ($1, '总部', 'hq', '正常'), ($2, '别处', 'else', '正常')`, [
    house,
    beside,
  ]);
});
afterAll(() => app.drop());

const aJob: JobContext = {
  id: '',
  payload: null,
  ownerId: null,
  attempt: 1,
  signal: new AbortController().signal,
  progress: () => undefined,
};
const sql = (text: string, values: unknown[] = []) => app.database.pool.query(text, values);

async function member(org: string, dataScope: string): Promise<Session> {
  const session = await app.userWith(
    { 'sys/dict': ['add'], ...Object.fromEntries(['user', 'session', 'log-opt', 'log-login'].map((name) => [`sys/${name}`, ['read']])) },
    { dataScope },
  );
  await sql('UPDATE sys_user SET sys_org_id = $1 WHERE id = $2', [org, session.userId]);
  return session;
}

async function figures(
  token: string,
): Promise<{ data: PanelData; panel: (key: string) => number | undefined; sum: (key: string) => number }> {
  const { data, code } = await app.call<PanelData>(token, 'GET', 'statistics/select-panel-data');
  expect(code).toBe(20000);
  return {
    data,
    panel: (key) => data.panels.find((panel) => panel.key === key)?.value,
    sum: (key) => data.series.find((series) => series.key === key)?.points.reduce((sum, { value }) => sum + value, 0) ?? 0,
  };
}

const addEntry = (token: string) =>
  app.call(token, 'POST', 'sys/dict/save', { dictLabel: '样本', dictValue: randomUUID(), dictValueType: 'String' });

it('the figures reflect new activity at once, and still after the tallies are summed up', async () => {
  const before = await figures(admin);
  for (let n = 0; n < 3; n += 1) await addEntry(admin);
  await app.login('admin', 'wrong-password');
  await app.userWith({});
  await app.call(admin, 'POST', 'sys/msg/save', { msgTitle: '一', msgContent: '好', msgScope: '全部', msgStatus: '已发布' });
  const after = await figures(admin);
  const moved = (key: string) => (after.panel(key) ?? 0) - (before.panel(key) ?? 0);
  expect([moved('operations'), moved('signIns'), moved('signInFailures'), moved('users'), moved('unread')]).toEqual([6, 1, 1, 1, 1]);
  expect(after.sum('operations') - before.sum('operations')).toBe(6);
  expect(after.sum('module:字典') - before.sum('module:字典')).toBe(3);
  await sql('SELECT add_up_tallies(50)');
  await sql('SELECT add_up_lines(10000)');
  for (const tail of ['sys_log_tally_new', 'sys_log_tail'])
    expect((await sql(`SELECT count(*)::int AS rows FROM ${tail}`)).rows, tail).toEqual([{ rows: 0 }]);
  expect((await figures(admin)).data).toEqual(after.data);
});

it('今日操作 is the number of lines that its list shows', async () => {
  const own = await member(beside, '本人');
  await addEntry(own.token);
  for (const token of [admin, own.token]) {
    const { panel, data } = await figures(token);
    const today = data.series.find(({ key }) => key === 'signIns')?.points.at(-1)?.time;
    const listed = await app.call<{ total: number }>(token, 'GET', `sys/log-opt/select-page?limit=1&ge=optTime:${today}`);
    expect(panel('operations')).toBe(listed.data.total);
  }
});

it('the series cover every hour and every day of the last thirty days, in order', async () => {
  const { data } = await figures(admin);
  const points = (key: string) => data.series.find((series) => series.key === key)?.points.map(({ time }) => time) ?? [];
  expect(points('signIns')).toHaveLength(30);
  expect(points('operations').length).toBeGreaterThan(29 * 24);
  for (const key of ['operations', 'signIns']) expect(points(key)).toEqual([...points(key)].sort());
  expect(points('operations').at(-1)?.slice(0, 10)).toBe(points('signIns').at(-1)?.slice(0, 10));
});

it('the figures count what the data scope reaches and nothing else', async () => {
  const chief = await member(house, '本机构');
  const own = await member(beside, '本人');
  const none = await member(house, '自定义');
  for (let n = 0; n < 2; n += 1) await addEntry(chief.token);
  await addEntry(own.token);
  const [chiefs, owns, nones] = [await figures(chief.token), await figures(own.token), await figures(none.token)];
  expect([chiefs.panel('users'), chiefs.sum('operations')]).toEqual([2, 2]);
  expect([owns.panel('users'), owns.sum('operations'), owns.sum('signIns')]).toEqual([1, 2, 1]);
  expect([nones.panel('users'), nones.panel('online'), nones.sum('operations')]).toEqual([0, 0, 0]);
});

/** @see docs/postmortems/handed-out-after-the-right-was-gone.md */
it('figures of records that a user may not read are omitted, as 0 would say that there are none', async () => {
  const keys = async (grants: Record<string, string[]>) => {
    const { data } = await figures((await app.userWith(grants)).token);
    return [data.panels, data.series].map((of) => of.map(({ key }) => key.replace(/:.*/, '')));
  };
  await addEntry(admin);
  expect(await keys({ 'sys/dict': ['write'], 'sys/user': ['export'] })).toEqual([['unread'], []]);
  expect(await keys({ 'sys/user': ['read'], 'sys/log-login': ['write'] })).toEqual([
    ['users', 'newUsers', 'signIns', 'signInFailures', 'unread'],
    ['signIns', 'signInFailures'],
  ]);
  expect((await keys({ 'sys/log-opt': ['read'] }))[1]).toContain('module');
});

it('the figures count users who are added, moved and deleted, before and after the tallies are summed up', async () => {
  const chief = await member(house, '本机构');
  const shown = async () => {
    const { data, panel } = await figures(chief.token);
    return [panel('users'), panel('newUsers'), data.panels.find(({ key }) => key === 'newUsers')?.previous];
  };
  const move = ([users, fresh, before]: (number | undefined)[], by: number[]) =>
    [users, fresh, before].map((value, at) => (value ?? 0) + (by[at] ?? 0));
  const start = await shown();
  const add = (org: string, daysAgo: number) =>
    sql(
      `INSERT INTO sys_user (id, user_account, user_name, user_password, user_status, sys_org_id, create_time)
       VALUES ($1, $1::uuid::text, '一', '-', '正常', $2, now() - make_interval(days => $3))`,
      [randomUUID(), org, daysAgo],
    );
  for (const [org, daysAgo] of [
    [house, 0],
    [house, 29],
    [house, 30],
    [house, 59],
    [house, 60],
    [house, 4000],
    [beside, 0],
  ] as const)
    await add(org, daysAgo);
  expect(await shown()).toEqual(move(start, [6, 2, 2]));
  await sql(
    `UPDATE sys_user SET sys_org_id = CASE sys_org_id WHEN $1 THEN $2::uuid ELSE $1::uuid END WHERE user_password = '-' AND create_time > now() - interval '1 day'`,
    [house, beside],
  );
  expect(await shown()).toEqual(move(start, [6, 2, 2]));
  await sql(`DELETE FROM sys_user WHERE user_password = '-' AND create_time < now() - interval '1000 days'`);
  expect(await shown()).toEqual(move(start, [5, 2, 2]));

  // A day older than the last sixty is merged into the sum of earlier days.
  await sql(`INSERT INTO sys_user_tally SELECT $1, current_date - 70, 1`, [house]);
  await sql('SELECT add_up_user_tallies(50)');
  expect((await sql('SELECT count(*)::int AS rows FROM sys_user_tally_new')).rows).toEqual([{ rows: 0 }]);
  expect((await sql(`SELECT FROM sys_user_tally WHERE day < current_date - 59 AND day > '-infinity'`)).rowCount).toBe(0);
  expect(await shown()).toEqual(move(start, [6, 2, 2]));
});

it('open home pages are notified when something was done, and only then', async () => {
  const { run } = notifyFiguresJob(app.database.db);
  let told = 0;
  const listener = await new Promise<ReturnType<TestApp['database']['listen']>>((connected) => {
    const made = app.database.listen(liveChannel, {
      onMessage: (payload) => (told += Number(payload.includes('figures'))),
      connected: () => queueMicrotask(() => connected(made)),
    });
  });
  await run(aJob);
  await run(aJob);
  await addEntry(admin);
  await run(aJob);
  await until(() => told > 0);
  await run(aJob);
  await app.database.pool.query(`INSERT INTO sys_sms (id, sms_phone, sms_content, sms_status, send_time)
    VALUES (gen_random_uuid(), '13900000000', '一条', '发送成功', now())`);
  await run(aJob);
  await until(() => told > 1);
  await listener.stop();
  expect(told).toBe(2);
});
