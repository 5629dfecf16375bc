import { expect, it } from 'vitest';
import { openTestApp, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';

const account = 'new.person';
const typed = 'Typed-Horse-42';
async function withApp(settings: Parameters<typeof openTestApp>[0], work: (app: TestApp) => Promise<void>): Promise<void> {
  const app = await openTestApp(settings);
  try {
    await work(app);
  } finally {
    await app.drop();
  }
}
const change = (app: TestApp, token: string, oldPassword: string, newPassword: string) =>
  app.call<{ credentials: { accessToken: string } }>(
    token,
    'PUT',
    'sys/user/update-password',
    new URLSearchParams({ oldPassword, newPassword }),
  );
const ask = (app: TestApp, token: string) => app.call(token, 'GET', 'sys/user/select-roles');

it('a one-time password must be changed; one that an administrator typed need not be', async () => {
  await withApp({}, async (app) => {
    const admin = await app.admin();
    const add = (userAccount: string, more: object) => app.call(admin, 'POST', 'sys/user/save', { userAccount, userName: '新人', ...more });
    const { data } = await add('once.person', {});
    const once = await app.signIn('once.person', String(data['oneTimePassword']));
    expect((await ask(app, once.token)).code).toBe(40301);
    await add(account, { userPassword: typed });
    expect((await ask(app, (await app.signIn(account, typed)).token)).code).toBe(20000);
  });
});

it('PASSWORD_CHANGE=always requires changing one that an administrator typed too, until its owner has done so', async () => {
  await withApp({ passwordChange: 'always' }, async (app) => {
    const admin = await app.admin();
    expect((await ask(app, admin)).code).toBe(20000);
    const { data } = await app.call(admin, 'POST', 'sys/user/save', { userAccount: account, userName: '新人', userPassword: typed });
    const { token } = await app.signIn(account, typed);
    expect(await ask(app, token)).toMatchObject({ code: 40301, message: '请先修改密码' });
    const changed = await change(app, token, typed, 'Chosen-Horse-42');
    expect((await ask(app, changed.data.credentials.accessToken)).code).toBe(20000);
    const { version } = (await app.call(admin, 'GET', `sys/user/select/${data.id}`)).data;
    expect((await app.call(admin, 'POST', 'sys/user/save', { id: data.id, version, userPassword: 'Reset-Horse-42' })).code).toBe(20000);
    expect((await ask(app, (await app.signIn(account, 'Reset-Horse-42')).token)).code).toBe(40301);
  });
});

it('PASSWORD_DAYS requires changing a password that is older than that', async () => {
  await withApp({ passwordDays: 90 }, async (app) => {
    const { token, userId } = await app.userWith({});
    const age = (days: number) =>
      app.database.pool.query('update sys_user set password_time = now() - make_interval(days => $2) where id = $1', [userId, days]);
    await age(89);
    expect((await ask(app, token)).code).toBe(20000);
    await age(91);
    expect(await ask(app, token)).toMatchObject({ code: 40301, message: '密码已过期，请修改密码' });
    const { data } = await change(app, token, userPassword, 'Chosen-Horse-42');
    expect((await ask(app, data.credentials.accessToken)).code).toBe(20000);
  });
});

it('refuses passwords that are short, long, common or contain the account', async () => {
  await withApp({}, async (app) => {
    const admin = await app.admin();
    for (const userPassword of ['1234567', 'a'.repeat(257), 'woaini1314', 'Admin123', '5201314520', '88888888', 'x-new.person-x']) {
      const { code, data } = await app.call(admin, 'POST', 'sys/user/save', { userAccount: account, userName: '新人', userPassword });
      expect([userPassword, code, (data['fields'] as { field: string }[])[0]?.field]).toEqual([userPassword, 40000, 'userPassword']);
    }
  });
});
