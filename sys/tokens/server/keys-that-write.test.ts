import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { testAdminPassword } from '@back-office/app/testing/server/test-template.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

/* Records that act later with their author's rights: an API key lists fewer than its person has. */
let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
});
afterAll(() => app.drop());

async function keyFor(...tokenRights: string[]): Promise<string> {
  const expireTime = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
  const posted = { tokenName: '程序', tokenRights, expireTime, password: testAdminPassword };
  const { data } = await app.call(admin, 'POST', 'sys/token/save-own', posted);
  return String(data['token']);
}

const rule = { ruleName: '人事', loginMethod: 'corp', claimName: 'groups', claimValue: 'hr' };
const directory = { directoryName: '公司目录', loginMethod: 'corp', directoryStatus: '停用' };

it.each([
  ['sys/claim-rule', rule, { ruleName: '改名' }],
  ['sys/directory', directory, { directoryName: '改名' }],
])('no API key can add, change or restore a record of %s', async (resource, added, changed) => {
  const { data: org } = await app.call(admin, 'POST', 'sys/org/save', { orgName: resource, orgCode: resource.slice(4) });
  const values = { ...added, sysOrgId: org.id };
  const key = await keyFor(`${resource}:write`, 'sys/recycle:restore');
  const made = await app.call(admin, 'POST', `${resource}/save`, values);
  expect(made.code).toBe(20000);
  expect((await app.call(key, 'GET', `${resource}/select/${made.data.id}`)).code).toBe(20000);
  const before = await app.digest();
  expect((await app.call(key, 'POST', `${resource}/save`, { ...values, loginMethod: 'other' })).code).toBe(40300);
  expect((await app.call(key, 'POST', `${resource}/save`, { id: made.data.id, version: made.data.version, ...changed })).code).toBe(40300);
  expect(await app.digest()).toBe(before);
  expect((await app.call(admin, 'DELETE', `${resource}/delete/${made.data.id}`)).code).toBe(20000);
  const { rows } = await app.database.pool.query<{ id: string }>('SELECT id FROM sys_recycle WHERE target_id = $1', [made.data.id]);
  const restore = (token: string) => app.call(token, 'POST', `sys/recycle/restore/${rows[0]?.id}`);
  expect([(await restore(key)).code, (await restore(admin)).code]).toEqual([40300, 20000]);
});

it('a synchronisation can be started only with a key that lists everything it writes', async () => {
  const { rows } = await app.database.pool.query<{ id: string }>('SELECT id FROM sys_directory');
  const written = ['sys/user', 'sys/dept', 'sys/linked-account'].map((resource) => `${resource}:write`);
  const [narrow, wide] = [
    await keyFor('sys/directory:run', 'sys/directory:read'),
    await keyFor('sys/directory:run', 'sys/directory:read', ...written),
  ];
  const run = (key: string) => app.call(key, 'POST', `sys/directory/run/${rows[0]?.id}`, {});
  expect([(await run(narrow)).code, (await run(wide)).code]).toEqual([40300, 20000]);
});

it('a synchronisation cannot be started with a key that somebody else made: it runs with all the rights of its owner', async () => {
  const { rows } = await app.database.pool.query<{ id: string }>('SELECT id FROM sys_directory');
  const written = ['sys/user', 'sys/dept', 'sys/linked-account'].map((resource) => `${resource}:write`);
  const key = await keyFor('sys/directory:run', 'sys/directory:read', ...written);
  const maker = await app.userWith({
    'sys/directory': ['run', 'read'],
    'sys/user': ['write'],
    'sys/dept': ['write'],
    'sys/linked-account': ['write'],
  });
  await app.database.pool.query(`UPDATE sys_token SET create_user = $1 WHERE id = (SELECT id FROM sys_token ORDER BY id DESC LIMIT 1)`, [
    maker.userId,
  ]);
  expect((await app.call(key, 'GET', `sys/directory/select/${rows[0]?.id}`)).code).toBe(20000);
  const before = await app.digest();
  expect(await app.call(key, 'POST', `sys/directory/run/${rows[0]?.id}`, {})).toMatchObject({
    code: 40300,
    message: '他人建立的接口密钥不能管理目录同步',
  });
  expect(await app.digest()).toBe(before);
});

it('the synchronisation of all directories is started and planned with no key: it runs with the rights of those who saved them', async () => {
  const all = await keyFor('sys/job:write', 'sys/job:run', 'sys/job:plan', 'sys/job-run:retry', 'sys/job-run:read');
  for (const kind of ['sync-directories', 'tell-approvers']) {
    await app.database.pool.query(
      'INSERT INTO sys_job_kind (id, job_kind, job_title) VALUES (gen_random_uuid(), $1, $1) ON CONFLICT (job_kind) DO NOTHING',
      [kind],
    );
    await app.database.pool.query(
      `INSERT INTO sys_job (id, kind, payload, key, run_time) VALUES (gen_random_uuid(), $1, 'null', 'every', now() + interval '1 day')`,
      [kind],
    );
  }
  const { rows } = await app.database.pool.query<{ id: string; kind: string; version: number }>(
    'SELECT id, job_kind AS kind, version FROM sys_job_kind',
  );
  const idOf = (kind: string) => rows.find((row) => row.kind === kind)?.id;
  const kind = rows.find((row) => row.kind === 'sync-directories');
  const refused = { code: 40300, message: '接口密钥不能管理这个任务' };
  // Its first use is stored.
  expect((await app.call(all, 'GET', 'sys/job-run/select-page')).code).toBe(20000);
  const before = await app.digest();
  expect(await app.call(all, 'POST', `sys/job/run/${kind?.id}`)).toMatchObject(refused);
  expect(await app.call(all, 'PUT', `sys/job/plan/${kind?.id}`, { version: kind?.version, jobCron: '* * * * *' })).toMatchObject(refused);
  expect(await app.digest()).toBe(before);
  expect((await app.call(all, 'POST', `sys/job/run/${idOf('tell-approvers')}`)).code).toBe(20000);
  const { rows: made } = await app.database.pool.query<{ id: string }>(
    `INSERT INTO sys_job_run (id, job_id, job_kind, job_title, run_status, start_time, run_duration, run_attempt, run_node, is_final)
      VALUES (gen_random_uuid(), gen_random_uuid(), 'sync-directories', '每日同步目录', '失败', now(), 0, 1, 'test', '是') RETURNING id`,
  );
  expect(await app.call(all, 'POST', `sys/job-run/retry/${made[0]?.id}`)).toMatchObject(refused);
  expect((await app.call(admin, 'POST', `sys/job/run/${kind?.id}`)).code).toBe(20000);
});
