import { randomUUID } from 'node:crypto';
import type { WaitingItem } from '@back-office/contract/calls/waiting.ts';
import { Staff } from '@back-office/app/testing/server/staff.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HomeAnswer } from '../home-answer.ts';

/* The parts of the home page beside the figures. */
let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
});
afterAll(() => app.drop());

const sql = (text: string, values: unknown[] = []) => app.database.pool.query(text, values);
const home = async (token: string): Promise<HomeAnswer> => {
  const { code, data } = await app.call<HomeAnswer>(token, 'GET', 'statistics/select-home');
  expect(code).toBe(20000);
  return data;
};
const counts = async (token: string) => Object.fromEntries((await home(token)).waiting.map(({ name, count }) => [name, count]));
const save = async (resource: string, record: object) => (await app.call(admin, 'POST', `${resource}/save`, record)).data;
const put = (token: string, value: unknown) => app.call(token, 'PUT', 'sys/user/preference/recent.records', { value });

const listed = async (token: string, { opens }: WaitingItem) => {
  if ('path' in opens) throw new Error(`${opens.path} is no list`);
  const query = new URLSearchParams(opens.query.map(([name, value]): [string, string] => [name, value]));
  return app.call<{ items: { userAccount?: string }[]; total: number }>(
    token,
    'GET',
    `${opens.resource}/select-page?limit=500&${query.toString()}`,
  );
};

const orgs = [randomUUID(), randomUUID(), randomUUID()] as const;
const signIns = async (account: string, id: string, place: string, results: string, hoursAgo = 3) => {
  for (const [at, result] of results.split('').entries())
    await sql(
      `INSERT INTO sys_log_login (id, create_user, user_account, login_type, login_status, login_ip, login_browser, login_os, login_time)
       VALUES (gen_random_uuid(), $1, $2, '登录', $3, $4, 'Chrome 140', 'Windows', now() - make_interval(hours => $5, mins => $6))`,
      [result === '+' ? id : null, account, result === '+' ? '成功' : '失败', place, hoursAgo, -at],
    );
};

it('the home page counts what awaits a user’s action, and links to the list of it', async () => {
  expect(await counts(admin)).toEqual({});
  const waiting = await save('sys/user', { userAccount: 'awaits-1', userName: '等待', userStatus: '待审核' });
  await save('sys/msg', { msgTitle: '确认', msgContent: '好', msgScope: '全部', msgStatus: '已发布', needConfirm: '是' });
  await sql(
    `INSERT INTO sys_sms (id, sms_phone, sms_content, sms_status, create_time)
     SELECT gen_random_uuid(), '13900000000', '一条', status, now() - make_interval(days => days)
     FROM (VALUES ('发送失败', 1), ('结果未知', 2), ('发送成功', 1), ('发送失败', 20)) AS s(status, days)`,
  );
  const job = randomUUID();
  await sql(`INSERT INTO sys_job (id, kind, payload, state, end_time) VALUES ($1, 'export', 'null', 'failed', now())`, [job]);
  await sql(
    `INSERT INTO sys_export (id, resource, title, file_name, query, job_id, create_user)
     SELECT gen_random_uuid(), 'sys/org', '机构', 'x.xlsx', '{}', $1, id FROM sys_user WHERE user_account = 'admin'`,
    [job],
  );
  expect(await counts(admin)).toEqual({ registrations: 1, unconfirmed: 1, 'failed-exports': 1, 'sms-failures': 2 });
  const [registrations, , , failures] = (await home(admin)).waiting;
  expect(registrations).toMatchObject({
    title: '待审核的注册',
    trouble: false,
    opens: { resource: 'sys/user', query: [['eq', 'userStatus:待审核']] },
  });
  expect(failures).toMatchObject({ trouble: true });
  await app.call(admin, 'PUT', `sys/user/approve/${waiting.id}`, { version: waiting.version });
  expect(await counts(admin)).not.toHaveProperty('registrations');

  // People are not asked to do what they may not do, nor told of what they may not read.
  await save('sys/user', { userAccount: 'awaits-2', userName: '等待', userStatus: '待审核' });
  const seen = async (grants: Record<string, string[]>) => counts((await app.userWith(grants)).token);
  expect(await seen({ 'sys/user': ['read'], 'sys/sms': ['read'] })).toEqual({ unconfirmed: 1 });
  expect(await seen({ 'sys/user': ['edit'] })).toEqual({ unconfirmed: 1 });
  expect(await seen({ 'sys/user': ['read', 'edit'] })).toEqual({ unconfirmed: 1, registrations: 1 });
});

it('the home page counts suspicious sign-ins, and not mere typing errors', async () => {
  const people = await Promise.all(
    ['usual', 'moved', 'guessed', 'fresh', 'late'].map(async (account) => {
      const { id } = await save('sys/user', { userAccount: account, userName: account });
      return [account, String(id)] as const;
    }),
  );
  const idOf = Object.fromEntries(people);
  for (const [account, id] of people) if (account !== 'fresh') await signIns(account, id, '10.0.0.7', '+', 300);
  await signIns('usual', idOf['usual'] ?? '', '10.0.0.9', '----+');
  await signIns('moved', idOf['moved'] ?? '', '203.0.113.5', '--+');
  await signIns('guessed', idOf['guessed'] ?? '', '203.0.113.5', '---+');
  await signIns('fresh', idOf['fresh'] ?? '', '203.0.113.5', '---+');
  await signIns('late', idOf['late'] ?? '', '203.0.113.5', '---+', 24 * 9);
  const strange = (await home(admin)).waiting.find(({ name }) => name === 'strange-sign-ins');
  expect(strange?.count).toBe(1);
  if (strange === undefined) return;
  const { data } = await listed(admin, strange);
  expect(data.items.map(({ userAccount }) => userAccount)).toEqual(['guessed', 'guessed', 'guessed', 'guessed']);
});

it('the home page has a thirty-day line for the figures that a user may see', async () => {
  const lines = Object.fromEntries((await home(admin)).lines.map(({ key, values }) => [key, values]));
  expect(Object.keys(lines).toSorted()).toEqual(['newUsers', 'smsFailed', 'smsSent', 'storage', 'users']);
  for (const values of Object.values(lines)) expect(values).toHaveLength(30);
  const { data } = await app.call<{ panels: { key: string; value: number }[] }>(admin, 'GET', 'statistics/select-panel-data');
  const panel = (key: string) => data.panels.find((one) => one.key === key)?.value;
  expect(lines['users']?.at(-1)).toBe(panel('users'));
  for (const key of ['newUsers', 'smsSent', 'smsFailed']) expect(lines[key]?.reduce((sum, value) => sum + value, 0)).toBe(panel(key));
  expect((await home((await app.userWith({ 'sys/sms': ['read'] })).token)).lines.map(({ key }) => key)).toEqual(['smsSent', 'smsFailed']);
});

it('the figures and lines of text messages begin at the midnight of the first of the thirty days, like the list that they lead to', async () => {
  const sent = async () => {
    const { data } = await app.call<{ panels: { key: string; value: number }[] }>(admin, 'GET', 'statistics/select-panel-data');
    const line = (await home(admin)).lines.find(({ key }) => key === 'smsSent')?.values ?? [];
    return [data.panels.find(({ key }) => key === 'smsSent')?.value ?? NaN, line[0] ?? NaN];
  };
  const [figure = 0, firstDay = 0] = await sent();
  await app.database.pool.query(
    `INSERT INTO sys_sms (id, sms_phone, sms_content, sms_status, create_time)
     SELECT gen_random_uuid(), '13900000001', '一', '发送成功', (current_date - 29)::timestamptz + after
     FROM unnest('{0 s,23:59:59,-1 s}'::interval[]) AS after`,
  );
  expect(await sent()).toEqual([figure + 2, firstDay + 2]);
});

it('the home page lists the records that a user opened or changed last, as long as they may see them', async () => {
  const writer = await app.userWith({ 'sys/org': ['write'], 'sys/dict': ['read'] });
  const org = async (orgCode: string) =>
    (await app.call(writer.token, 'POST', 'sys/org/save', { orgName: `机构${orgCode}`, orgCode })).data;
  const [first, second] = [await org('r1'), await org('r2')];
  const dict = (await app.call<{ items: { id: string }[] }>(writer.token, 'GET', 'sys/dict/select-page?limit=1')).data.items[0]?.id;
  const secret = (await save('sys/user', { userAccount: 'not-for-them', userName: '不可见' })).id;
  const at = Date.now() + 1000;
  await put(writer.token, [
    { resource: 'sys/dict', id: dict, at },
    { resource: 'sys/user', id: secret, at },
    { resource: 'sys/org', id: first.id, at: 1 },
    { resource: 'sys/org', id: 'x', at },
    { resource: 'sys/nothing', id: dict, at },
    null,
  ]);
  const labels = async () => (await home(writer.token)).recent.map(({ resource, id, how }) => [resource, id, how]);
  expect(await labels()).toEqual(
    expect.arrayContaining([
      ['sys/dict', dict, 'opened'],
      ['sys/org', second.id, 'changed'],
      ['sys/org', first.id, 'changed'],
    ]),
  );
  expect(await labels()).toHaveLength(3);
  await app.call(writer.token, 'DELETE', `sys/org/delete/${second.id}`);
  expect(await labels()).not.toContainEqual(['sys/org', second.id, 'changed']);
});

/* For random people: a count equals the total of the list it links to, and every record shown can be opened. */
const words = ['read', 'add', 'edit', 'send', 'write'];
const resources = ['sys/user', 'sys/sms', 'sys/org', 'sys/log-login'];
const person = fc.record({
  org: fc.option(fc.nat({ max: 2 })),
  roles: fc.array(
    fc.record({
      dataScope: fc.constantFrom('全部', '本机构及下级', '本机构', '自定义', '本人'),
      orgs: fc.subarray([...orgs]),
      grants: fc.record(Object.fromEntries(resources.map((name) => [name, fc.subarray(words)]))),
    }),
    { minLength: 1, maxLength: 3 },
  ),
});

it('the home page reveals no count, line or name of records that a user may not list', async () => {
  const staff = new Staff(app);
  for (const [at, id] of orgs.entries())
    await sql(
      `INSERT INTO sys_org (id, parent_id, org_name, org_code, org_status) VALUES ($1::uuid, $2, $1::uuid::text, $1::uuid::text, '正常')`,
      [id, orgs[at - 1] ?? null],
    );
  for (const org of [...orgs, null, null]) await staff.person(org, [], '待审核');
  const all = (await sql('SELECT id FROM sys_user UNION ALL SELECT id FROM sys_org')).rows as { id: string }[];
  let told = 0;
  await fc.assert(
    fc.asyncProperty(person, async ({ org, roles }) => {
      const made = [];
      for (const role of roles) made.push(await staff.role(role));
      const { token, userId } = await staff.signedIn(org === null ? null : (orgs[org] ?? null), made);
      await sql(
        `INSERT INTO sys_sms (id, sms_phone, sms_content, sms_status, create_user) VALUES (gen_random_uuid(), '13900000001', '一', '发送失败', $1)`,
        [userId],
      );
      const at = Date.now();
      await put(
        token,
        all
          .slice(0, 30)
          .flatMap(({ id }) => [
            { resource: 'sys/user', id, at },
            { resource: 'sys/org', id, at },
          ])
          .slice(0, 30),
      );
      const { waiting, lines, recent } = await home(token);
      for (const item of waiting.filter(({ opens }) => 'resource' in opens)) {
        const { code, data } = await listed(token, item);
        expect(code).toBe(20000);
        if (item.name === 'strange-sign-ins') expect(data.total).toBeGreaterThanOrEqual(item.count);
        else expect(data.total).toBe(item.count);
        told += 1;
      }
      for (const { resource, id } of recent) expect((await app.call(token, 'GET', `${resource}/select/${id}`)).code).toBe(20000);
      const users = await app.call<{ total: number }>(token, 'GET', 'sys/user/select-page');
      expect(lines.find(({ key }) => key === 'users')?.values.at(-1)).toBe(users.code === 20000 ? users.data.total : undefined);
    }),
    { numRuns: 25 },
  );
  expect(told).toBeGreaterThan(0);
});
