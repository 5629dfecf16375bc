import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
});
afterAll(() => app.drop());

const ask = (token: string) => app.call(token, 'GET', 'sys/user/select-roles');
const save = async (id: string, change: Record<string, unknown>) => {
  const { data } = await app.call(admin, 'GET', `sys/user/select/${id}`);
  return app.call(admin, 'POST', 'sys/user/save', { id, version: data.version, ...change });
};

describe('a session ends', () => {
  it('with 41003 for the oldest of more than twenty', async () => {
    const first = await app.userWith({});
    const second = await app.signIn(first.account, userPassword);
    for (let at = 0; at < 19; at++) await app.signIn(first.account, userPassword);
    expect(await ask(first.token)).toMatchObject({ status: 200, code: 41003, message: expect.stringContaining('上限') });
    expect((await ask(second.token)).code).toBe(20000);
  });

  it('beyond twenty, or beyond one under single sign-on, even if all are opened at the same moment', async () => {
    const single = await openTestApp({ database: app.database, singleSignOn: true });
    const leftOf = async (on: TestApp, times: number) => {
      const { account, userId } = await app.userWith({});
      const opened = Array.from({ length: times }, (_, at) => on.login(account, userPassword, { address: `10.9.${at}.1` }));
      expect((await Promise.all(opened)).map(({ code }) => code)).toEqual(opened.map(() => 20000));
      const { rowCount } = await app.database.pool.query('SELECT FROM sys_session WHERE sys_user_id = $1 AND end_time IS NULL', [userId]);
      return rowCount;
    };
    expect([await leftOf(app, 24), await leftOf(single, 6)]).toEqual([20, 1]);
    await single.server.close();
  });

  it('with 40003 after signing out, by GET or POST, and no other session does', async () => {
    const one = await app.userWith({});
    const other = await app.signIn(one.account, userPassword);
    expect((await app.call(one.token, 'GET', 'logout')).code).toBe(20000);
    expect(await ask(one.token)).toMatchObject({ code: 40003, message: '登录已过期' });
    expect((await app.call(one.token, 'GET', 'logout')).code).toBe(40003);
    expect((await ask(other.token)).code).toBe(20000);
    expect((await app.call(other.token, 'POST', 'logout')).code).toBe(20000);
    expect((await ask(other.token)).code).toBe(40003);
    const { rows } = await app.database.pool.query(
      'select login_type, login_status from sys_log_login where user_account = $1 order by id desc limit 1',
      [one.account],
    );
    expect(rows).toEqual([{ login_type: '退出', login_status: '成功' }]);
  });

  it.each(['停用', '待审核'])(
    'with 41003 when the account becomes %s, and does not resume when it is enabled again',
    async (userStatus) => {
      const { token, userId } = await app.userWith({});
      expect((await save(userId, { userStatus })).code).toBe(20000);
      expect(await ask(token)).toMatchObject({ code: 41003, message: '账号已被停用' });
      expect((await save(userId, { userStatus: '正常' })).code).toBe(20000);
      expect((await ask(token)).code).toBe(41003);
    },
  );

  it('with 41003 when the account is deleted', async () => {
    const { token, userId } = await app.userWith({});
    expect((await app.call(admin, 'DELETE', `sys/user/delete/${userId}`)).code).toBe(20000);
    expect(await ask(token)).toMatchObject({ code: 41003, message: '账号已被删除' });
  });

  it('with 41003 when an administrator sets another password', async () => {
    const { token, userId, account } = await app.userWith({});
    expect((await save(userId, { userPassword: 'Reset-Horse-55' })).code).toBe(20000);
    expect(await ask(token)).toMatchObject({ code: 41003, message: '密码已被重置，请重新登录' });
    expect((await app.login(account, 'Reset-Horse-55')).code).toBe(20000);
  });

  it('with 41003 by a forced logout', async () => {
    const { token, account } = await app.userWith({});
    const { data } = await app.call<{ items: { id: string }[] }>(admin, 'GET', `sys/session/select-page?eq=userAccount:${account}`);
    expect(data.items).toHaveLength(1);
    expect((await app.call(admin, 'DELETE', `sys/session/delete/${data.items[0]?.id ?? ''}`)).code).toBe(20000);
    expect((await ask(token)).code).toBe(41003);
  });

  it('with 40003 after twelve hours without use, and not a minute earlier', async () => {
    const { token, userId } = await app.userWith({});
    const setSeen = (interval: string) =>
      app.database.pool.query('update sys_session set last_seen_time = now() - $1::interval where sys_user_id = $2', [interval, userId]);
    await setSeen('11 hours 59 minutes');
    expect((await ask(token)).code).toBe(20000);
    const { rows } = await app.database.pool.query(
      'select now() - last_seen_time < $1::interval as fresh from sys_session where sys_user_id = $2',
      ['1 minute', userId],
    );
    expect(rows).toEqual([{ fresh: true }]);
    await setSeen('12 hours 1 second');
    expect(await ask(token)).toMatchObject({ code: 40003, message: '登录已过期' });
  });
});

it('no other text is accepted as a token: neither its hash, nor a part, nor one changed character', async () => {
  const { token } = await app.userWith({});
  const hash = createHash('sha256').update(token).digest();
  const flipped = `${token.slice(0, 20)}${token[20] === 'A' ? 'B' : 'A'}${token.slice(21)}`;
  for (const wrong of [hash.toString('base64url'), hash.toString('hex'), token.slice(0, 42), `${token}A`, flipped, token.toLowerCase()])
    expect((await ask(wrong)).code).toBe(40003);
});

it('the session list contains neither tokens nor keys', async () => {
  const { token, secretKey } = await app.userWith({});
  const { data } = await app.call(admin, 'GET', 'sys/session/select-page?limit=1000');
  for (const secret of [token, secretKey, createHash('sha256').update(token).digest('hex')])
    expect(JSON.stringify(data)).not.toContain(secret);
  expect(JSON.stringify(data)).not.toMatch(/hash|secret/i);
});
