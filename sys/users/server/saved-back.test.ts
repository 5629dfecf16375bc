import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type Session, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';

const every = ['read', 'add', 'edit', 'delete', 'import', 'write', 'admin'];
let app: TestApp;
let admin: string;
/** Has every right on users and roles, but is not an administrator. */
let manager: Session;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
  manager = await app.userWith({ 'sys/user': every, 'sys/role': every, 'sys/function': every });
});
afterAll(() => app.drop());

const save = async (token: string, id: string | undefined, change: Record<string, unknown>, path = 'save') => {
  const version =
    id === undefined
      ? undefined
      : (await app.database.pool.query<{ version: number }>('select version from sys_user where id = $1', [id])).rows[0]?.version;
  const record = id === undefined ? change : { id, version, ...change };
  return app.call(token, 'POST', `sys/user/${path}`, path === 'save' ? record : [record]);
};
const denied = async (work: () => Promise<{ code: number; message: string }>) => {
  const before = await app.digest();
  expect((await work()).code).toBe(40300);
  expect(await app.digest()).toBe(before);
};

describe('a user record that was read', () => {
  it('can be saved back as a save returned it, with its one-time password', async () => {
    const { data } = await save(admin, undefined, { userAccount: 'comes-back', userName: '回来' });
    expect(data['oneTimePassword']).toEqual(expect.any(String));
    const again = await app.call(admin, 'POST', 'sys/user/save', { ...data, userName: '又来' });
    expect(again).toMatchObject({ code: 20000, data: { userName: '又来' } });
    expect((await app.login('comes-back', String(data['oneTimePassword']))).code).toBe(20000);
  });

  it('can be saved back whole although its person has signed in, or its role was renamed, meanwhile', async () => {
    const { userId, account } = await app.userWith({});
    const { data } = await app.call(admin, 'GET', `sys/user/select/${userId}`);
    await app.login(account, userPassword);
    await app.database.pool.query("UPDATE sys_role SET role_name = '改名' WHERE id = $1", [(data['sysRoleIds'] as string[])[0]]);
    expect((await app.call(admin, 'POST', 'sys/user/save', { ...data, userName: '新名' })).code).toBe(20000);
  });

  it('is refused with a sign-in time that it never had', async () => {
    const { userId } = await app.userWith({});
    const { data } = await app.call(admin, 'GET', `sys/user/select/${userId}`);
    for (const lastLoginTime of ['2020-01-01 00:00:00', '2099-01-01 00:00:00']) {
      const refused = await app.call(admin, 'POST', 'sys/user/save', { ...data, lastLoginTime });
      expect(refused).toMatchObject({ code: 40000, message: '最近登录不可修改' });
    }
  });
});

it('a record without a new password can be saved of people with more rights, a password cannot', async () => {
  const { userId } = await app.userWith({ 'sys/dict': ['edit'] });
  for (const userPassword of ['', null])
    expect(await save(manager.token, userId, { userName: '改名', userPassword }), String(userPassword)).toMatchObject({ code: 20000 });
  await denied(() => save(manager.token, userId, { userPassword: 'Taken-Horse-99' }));
});
