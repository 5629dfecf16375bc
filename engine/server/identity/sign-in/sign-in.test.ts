import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayOf, encryptField } from '../../testing/seal-values.ts';
import { openTestApp, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';
import { testAdminPassword } from '@back-office/app/testing/server/test-template.ts';

let app: TestApp;
const now = new Date(2026, 10, 20, 9, 30);
beforeAll(async () => {
  app = await openTestApp({ clock: () => now });
});
afterAll(() => app.drop());

const post = (body: unknown, headers = {}) =>
  app.call<{ fields: { field: string }[] }>(undefined, 'POST', 'login', body, { headers, address: '10.9.9.9' });
const good = () => ({ username: encryptField('admin', dayOf(now)), password: encryptField(testAdminPassword, dayOf(now)) });

describe('a correct account and password', () => {
  it('open a session', async () => {
    const { status, code, data } = await app.login('admin', testAdminPassword);
    expect([status, code]).toEqual([200, 20000]);
    expect(data).toEqual({
      roles: {
        userId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        userName: '管理员',
        userAvatar: null,
        userStatus: '正常',
        userAccount: 'admin',
      },
      credentials: { accessToken: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/), secretKey: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/) },
    });
    expect((await app.call<{ roles: string[] }>(data.credentials.accessToken, 'GET', 'sys/user/select-roles')).data.roles).toEqual([
      'admin',
    ]);
  });

  it.each([-1, 0, 1])('are accepted if encrypted with the date %d days away', async (days) => {
    expect((await app.login('admin', testAdminPassword, { day: dayOf(now, days) })).code).toBe(20000);
  });

  it('are wrong if encrypted with any other date', async () => {
    for (const [at, days] of [-30, -2, 2, 3, 400].entries()) {
      const { code, message } = await app.login('admin', testAdminPassword, { day: dayOf(now, days), address: `10.2.${at}.1` });
      expect([days, code, message]).toEqual([days, 40001, '账号或密码错误']);
    }
  });

  it('may have spaces around them, and the account any letter case', async () => {
    expect((await app.login(' ADMIN ', ` ${testAdminPassword} `)).code).toBe(20000);
  });

  it('may be sent with a raw +, which arrives as a space', async () => {
    for (let at = 0, found = 0; found < 2; at++) {
      const fields = ['admin', testAdminPassword].map((text) => encryptField(' '.repeat(at) + text, dayOf(now))) as [string, string];
      if (!fields.every((field) => field.includes('+'))) continue;
      found += 1;
      const { code } = await post(`username=${fields[0]}&password=${fields[1]}`, { 'content-type': 'application/x-www-form-urlencoded' });
      expect(code).toBe(20000);
    }
  });

  it('give each session a token and a key of its own, and the token is stored nowhere', async () => {
    const [one, two] = [await app.signIn('admin', testAdminPassword), await app.signIn('admin', testAdminPassword)];
    expect(one.token).not.toBe(two.token);
    expect(one.secretKey).not.toBe(two.secretKey);
    const { rows } = await app.database.pool.query('select to_jsonb(s)::text as row from sys_session s');
    expect(JSON.stringify(rows)).not.toContain(one.token);
  });

  it('are recorded in the sign-in log and as the last sign-in of the user', async () => {
    await app.login('admin', testAdminPassword, {
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36' },
      address: '10.7.7.7',
    });
    const { rows } = await app.database.pool.query('select * from sys_log_login order by id desc limit 1');
    expect(rows[0]).toMatchObject({
      user_account: 'admin',
      login_type: '登录',
      login_status: '成功',
      login_ip: '10.7.7.7',
      login_browser: 'Chrome 140.0.0.0',
      login_os: 'Linux',
    });
  });
});

describe('a failed sign-in', () => {
  it('is answered alike for an unknown account and a wrong password', async () => {
    const wrong = await app.login('admin', 'not-the-password', { address: '10.3.0.1' });
    const unknown = await app.login('nobody', 'not-the-password', { address: '10.3.0.1' });
    expect([wrong.status, wrong.code, wrong.message, wrong.data]).toEqual([200, 40001, '账号或密码错误', undefined]);
    expect([unknown.status, unknown.code, unknown.message, unknown.data]).toEqual([200, 40001, '账号或密码错误', undefined]);
    expect(Object.keys(unknown.headers).sort()).toEqual(Object.keys(wrong.headers).sort());
  });

  it.each(['停用', '待审核'])('reveals that the account is %s only after the right password', async (status) => {
    const { account, userId } = await app.userWith({});
    await app.database.pool.query('update sys_user set user_status = $1 where id = $2', [status, userId]);
    expect((await app.login(account, 'wrong-password')).code).toBe(40001);
    expect(await app.login(account, userPassword)).toMatchObject({
      code: 40002,
      message: status === '停用' ? '账号已被停用' : '账号正在等待审核',
    });
  });

  const bad: [string, () => unknown, string][] = [
    ['no body', () => undefined, 'username'],
    ['an account and password in plain text', () => new URLSearchParams({ username: 'admin', password: testAdminPassword }), 'username'],
    ['a password in plain text', () => new URLSearchParams({ ...good(), password: testAdminPassword }), 'password'],
    ['no password', () => new URLSearchParams({ username: good().username }), 'password'],
    ['an empty account', () => new URLSearchParams({ ...good(), username: '' }), 'username'],
    [
      'the account twice',
      () =>
        new URLSearchParams([
          ['username', good().username],
          ['username', good().username],
          ['password', good().password],
        ]),
      'username',
    ],
    ['brackets in a parameter name', () => new URLSearchParams({ 'username[]': good().username, password: good().password }), 'username'],
    ['a long ciphertext', () => new URLSearchParams({ ...good(), password: encryptField('a'.repeat(2000), dayOf(now)) }), 'password'],
    [
      'a password of 257 characters',
      () => new URLSearchParams({ ...good(), password: encryptField('a'.repeat(257), dayOf(now)) }),
      'password',
    ],
    ['Base64 in the URL alphabet', () => new URLSearchParams({ ...good(), username: `${good().username.slice(0, -4)}-_==` }), 'username'],
    ['JSON in place of a form', () => good(), 'username'],
  ];
  it.each(bad)('with %s answers 40000 and the field, without verifying a password', async (_what, body, field) => {
    const before = await app.digest();
    const { status, code, data } = await post(body());
    expect([status, code, data.fields[0]?.field]).toEqual([200, 40000, field]);
    // A password that was verified and wrong counts as a failure.
    expect(await app.digest()).toBe(before);
  });

  it('with a body of a megabyte is refused', async () => {
    expect(await post(new URLSearchParams({ ...good(), password: 'A'.repeat(1_000_000) }))).toMatchObject({ status: 413, code: 41300 });
  });

  it.each([
    ['a right', testAdminPassword],
    ['a wrong', 'wrong-password'],
  ])('with %s password opens no session under a token chosen by the client', async (_what, password) => {
    const chosen = 'A'.repeat(43);
    const form = new URLSearchParams({
      username: encryptField('admin', dayOf(now)),
      password: encryptField(password, dayOf(now)),
      accessToken: chosen,
    });
    await app.call(chosen, 'POST', 'login', form, { address: '10.4.0.1' });
    expect((await app.call(chosen, 'GET', 'sys/user/select-roles')).code).toBe(40003);
  });
});
