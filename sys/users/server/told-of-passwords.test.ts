import { openTestApp, type Session, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
});
afterAll(() => app.drop());

const noticesOf = async (token: string): Promise<string[]> => {
  const { data } = await app.call<{ items: { msgTitle: string; msgContent: string }[] }>(token, 'GET', 'sys/msg/list?index=0&limit=10');
  return data.items.map(({ msgTitle, msgContent }) => `${msgTitle} ${msgContent}`);
};
const setPassword = async (token: string, { userId }: Session, userPassword: string) => {
  const { data } = await app.call(admin, 'GET', `sys/user/select/${userId}`);
  return app.call(token, 'POST', 'sys/user/save', { id: userId, version: data['version'], userPassword });
};

describe('somebody whose password was changed', () => {
  it('is told of it if they set it in the user management, and only that session goes on', async () => {
    const person = await app.userWith({ 'sys/user': ['read', 'edit'] });
    const elsewhere = await app.signIn(person.account, userPassword);
    await app.database.pool.query('UPDATE sys_user SET password_given = true, password_giver = gen_random_uuid() WHERE id = $1', [
      person.userId,
    ]);
    expect((await setPassword(person.token, person, 'Another-Horse-42')).code).toBe(20000);
    expect((await app.call(elsewhere.token, 'GET', 'sys/user/select-roles')).code).toBe(41003);
    expect(await noticesOf(person.token)).toEqual([
      expect.stringMatching(/^您的密码已修改 .*您的密码已在用户管理中由您的账号修改（来自 127\.0\.0\.1）。.*如果您不知情/),
    ]);
    const { rows } = await app.database.pool.query('SELECT password_once, password_given, password_giver FROM sys_user WHERE id = $1', [
      person.userId,
    ]);
    expect(rows).toEqual([{ password_once: false, password_given: false, password_giver: null }]);
  });

  it('is told of it if an administrator typed another or reset it', async () => {
    const person = await app.userWith({});
    expect((await setPassword(admin, person, 'Another-Horse-42')).code).toBe(20000);
    const typed = await app.signIn(person.account, 'Another-Horse-42');
    expect(await noticesOf(typed.token)).toEqual([expect.stringMatching(/^您的密码已修改 .*您的密码已由管理员 admin 重置。/)]);
    const reset = await app.call<{ oneTimePassword: string }>(admin, 'PUT', `sys/user/reset-password/${person.userId}`);
    await app.database.pool.query('UPDATE sys_user SET password_once = false WHERE id = $1', [person.userId]);
    expect(await noticesOf((await app.signIn(person.account, reset.data.oneTimePassword)).token)).toHaveLength(2);
  });

  it('is not told of the first password of their account', async () => {
    const added = { userAccount: 'told.newcomer', userName: '新人', userPassword: 'Another-Horse-42' };
    expect((await app.call(admin, 'POST', 'sys/user/save', added)).code).toBe(20000);
    expect(await noticesOf((await app.signIn('told.newcomer', 'Another-Horse-42')).token)).toEqual([]);
  });
});
