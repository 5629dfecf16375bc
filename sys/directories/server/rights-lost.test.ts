import { modules } from '@back-office/app/server/modules.ts';
import type { Directory } from '@back-office/server/office/directory.ts';
import { openTestApp, type Session, type TestApp } from '@back-office/server/testing/test-app.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

/* A directory that takes its time to answer, and whoever synchronises it loses a right meanwhile. */
let app: TestApp;
let keeper: Session;
let meanwhile: () => Promise<unknown> = () => Promise.resolve();
const slow: Directory = {
  id: 'corp',
  label: '公司目录',
  issuer: 'ldap://corp',
  read: async () => {
    await meanwhile();
    const people = Array.from({ length: 150 }, (_, at) => ({
      subject: `s${at}`,
      account: `p${at}`,
      name: '张三',
      groups: [],
      isDisabled: false,
    }));
    return { people, departments: [{ key: 'd', name: '研发部' }] };
  },
};
beforeAll(async () => {
  const withSlow = modules.map((module) => ({
    ...module,
    features: module.features.map((feature) => (feature.name === 'account' ? { ...feature, directories: () => [slow] } : feature)),
  }));
  app = await openTestApp({ modules: withSlow });
  keeper = await app.userWith({
    ...Object.fromEntries(['sys/user', 'sys/dept', 'sys/linked-account'].map((name) => [name, ['add', 'edit']])),
    'sys/directory': ['write'],
    'sys/org': ['add'],
  });
});
afterAll(() => app.drop());

const call = async (path: string, body: object = {}) => (await app.call(keeper.token, 'POST', path, body)).data;
const count = async (table: string) =>
  (await app.database.pool.query(`SELECT FROM ${table} WHERE create_user = $1`, [keeper.userId])).rowCount;

it('a synchronisation goes no further than the rights of whoever runs it', async () => {
  const { id: sysOrgId } = await call('sys/org/save', { orgName: '总公司', orgCode: 'head' });
  const { id } = await call('sys/directory/save', { directoryName: '公司目录', loginMethod: 'corp', sysOrgId, directoryStatus: '停用' });
  meanwhile = () =>
    app.database.pool.query(
      `UPDATE sys_role_function SET function_permission = 'add' WHERE sys_function_id IN (SELECT id FROM sys_function WHERE function_name = $1)`,
      [`sys/user of ${keeper.account}`],
    );
  await call(`sys/directory/run/${String(id)}`);
  await app.server.jobs.runDue();
  expect([await count('sys_dept'), await count('sys_user')]).toEqual([0, 0]);
  const { data } = await app.call(await app.admin(), 'GET', `sys/directory/select/${String(id)}`);
  expect(data).toMatchObject({ lastStatus: '失败', lastMessage: '没有操作权限' });
});
