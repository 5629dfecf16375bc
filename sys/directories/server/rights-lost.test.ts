import { modules } from '@back-office/app/server/modules.ts';
import type { Directory } from '@back-office/server/office/directory.ts';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

/* A slow directory, and a person who loses a right while synchronising it. */
let app: TestApp;
let keeper: Session;
let directoryId: string;
let meanwhile: () => Promise<unknown> = () => Promise.resolve();
const slow: Directory = {
  id: 'corp',
  label: '公司目录',
  issuer: 'ldap://corp',
  read: async () => {
    await meanwhile();
    const people = Array.from({ length: 101 }, (_, at) => ({
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
  const { id: sysOrgId } = await call('sys/org/save', { orgName: '总公司', orgCode: 'head' });
  const row = { directoryName: '公司目录', loginMethod: 'corp', sysOrgId, directoryStatus: '停用' };
  directoryId = String((await call('sys/directory/save', row)).id);
});
afterAll(() => app.drop());

const call = async (path: string, body: object = {}) => {
  const { code, message, data } = await app.call(keeper.token, 'POST', path, body);
  expect([code, message]).toEqual([20000, '操作成功']);
  return data;
};
const count = async (table: string) =>
  (await app.database.pool.query(`SELECT FROM ${table} WHERE create_user = $1`, [keeper.userId])).rowCount;
/** Sets the rights that the synchronising person has on people. */
const right = (words: string) => `UPDATE sys_role_function SET function_permission = '${words}'
  WHERE sys_function_id IN (SELECT id FROM sys_function WHERE function_name = 'sys/user of ${keeper.account}')`;
const run = async () => {
  await call(`sys/directory/run/${directoryId}`);
  await app.server.jobs.runDue();
  return (await app.call(await app.admin(), 'GET', `sys/directory/select/${directoryId}`)).data;
};

it('a synchronisation does nothing beyond the permissions of the user who runs it', async () => {
  meanwhile = () => app.database.pool.query(right('add'));
  expect(await run()).toMatchObject({ lastStatus: '失败', lastMessage: '没有操作权限' });
  expect([await count('sys_dept'), await count('sys_user')]).toEqual([0, 0]);
});

it('a synchronisation that loses its permissions halfway stops there, instead of failing person by person', async () => {
  await app.database.pool.query(right('add,edit'));
  meanwhile = () => Promise.resolve();
  await app.database.pool.query(`
    CREATE FUNCTION lose_right() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${right('add')}; RETURN NULL; END $$;
    CREATE TRIGGER lose_right AFTER INSERT ON sys_dept FOR EACH STATEMENT EXECUTE FUNCTION lose_right()`);
  expect(await run()).toMatchObject({ lastStatus: '失败', lastMessage: '没有操作权限' });
  expect([await count('sys_dept'), await count('sys_user')]).toEqual([1, 0]);
  await app.database.pool.query('DROP TRIGGER lose_right ON sys_dept');
});

it('a synchronisation on a server that is stopping ends after the current batch of people', async () => {
  await app.database.pool.query(right('add,edit'));
  let stopped: Promise<void> | undefined;
  meanwhile = async () => void (stopped = app.server.jobs.stop());
  expect(await run()).toMatchObject({ lastStatus: '失败', lastMessage: '同步中断，原因在执行记录中' });
  await stopped;
  expect(await count('sys_user')).toBe(100);
});
