import { randomUUID } from 'node:crypto';
import type { OwnHistory, OwnLogin, OwnOperation, OwnSession } from '../own.ts';
import { maxOwnHistory } from '../own.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type Session, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.drop());

const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36';
const sessionsOf = async (token: string) => (await app.call<OwnSession[]>(token, 'GET', 'sys/user/select-sessions')).data;
const again = ({ account }: Session, address = '10.9.0.1'): Promise<Session> =>
  app.signIn(account, userPassword, { address, headers: { 'user-agent': chrome } });
const endOne = (token: string, id: string) => app.call(token, 'DELETE', `sys/user/end-session/${id}`);
const stateOf = async ({ token }: Session) => {
  const { code, message } = await app.call(token, 'GET', 'sys/user/select-roles');
  return { code, message };
};
const logins = async (token: string, query = '') =>
  (await app.call<OwnHistory<OwnLogin>>(token, 'GET', `sys/user/select-logins${query}`)).data;
const operations = async (token: string, query = '') =>
  (await app.call<OwnHistory<OwnOperation>>(token, 'GET', `sys/user/select-operations${query}`)).data;

describe('a user’s own sessions', () => {
  it('are listed with device and IP address, the current one first and marked, without anybody else’s', async () => {
    const [person] = [await app.userWith({}), await app.userWith({ 'sys/session': ['admin'] })];
    const other = await again(person);
    const shown = await sessionsOf(person.token);
    expect(shown.map(({ current }) => current)).toEqual([true, false]);
    expect(shown[1]).toMatchObject({ loginIp: '10.9.0.1', loginBrowser: 'Chrome 138.0.0.0', loginOs: 'Windows 10' });
    expect(Object.keys(shown[0] ?? {})).not.toContain('tokenHash');
    expect((await sessionsOf(other.token)).map(({ id }) => id)).toEqual(shown.map(({ id }) => id).toReversed());
  });

  it('omit a session that has been idle for too long', async () => {
    const person = await app.userWith({});
    await again(person);
    await app.database.pool.query(
      `update sys_session set last_seen_time = now() - interval '13 hours' where sys_user_id = $1 and login_ip = '10.9.0.1'`,
      [person.userId],
    );
    expect(await sessionsOf(person.token)).toHaveLength(1);
  });

  it('end one at a time; the ended device gets the reason, and both logs record it', async () => {
    const person = await app.userWith({});
    const other = await again(person);
    const [, there] = await sessionsOf(person.token);
    expect((await endOne(person.token, there?.id ?? '')).code).toBe(20000);
    expect(await stateOf(other)).toEqual({ code: 41003, message: '您已在其他设备上将本设备下线' });
    expect((await stateOf(person)).code).toBe(20000);
    expect((await endOne(person.token, there?.id ?? '')).code).toBe(40400);
    expect((await logins(person.token)).items[0]).toMatchObject({
      loginType: '强制退出',
      loginMessage: '由本人在其他设备下线',
      loginIp: '10.9.0.1',
    });
    expect((await operations(person.token)).items[0]).toMatchObject({ optModule: '在线用户', optType: '下线', optTarget: person.account });
  });

  it('end all at once, except the current one', async () => {
    const person = await app.userWith({});
    const others = [await again(person), await again(person, '10.9.0.2')];
    const answer = await app.call(person.token, 'DELETE', 'sys/user/end-other-sessions');
    expect(answer).toMatchObject({ code: 20000, data: { ended: 2 } });
    for (const other of others) expect((await stateOf(other)).code).toBe(41003);
    expect(await sessionsOf(person.token)).toHaveLength(1);
    expect((await app.call(person.token, 'DELETE', 'sys/user/end-other-sessions')).data).toEqual({ ended: 0 });
  });

  it('cannot be ended by another user, nor the current one through this call', async () => {
    const [person, thief] = [await app.userWith({}), await app.userWith({ 'sys/session': ['admin'] })];
    const [mine] = await sessionsOf(person.token);
    for (const id of [mine?.id ?? '', mine?.id.toUpperCase() ?? '', randomUUID(), 'x', "' OR 1=1"])
      expect((await endOne(thief.token, encodeURIComponent(id))).code).toBe(40400);
    await again(thief);
    expect((await app.call(thief.token, 'DELETE', 'sys/user/end-other-sessions')).data).toEqual({ ended: 1 });
    expect((await stateOf(person)).code).toBe(20000);
    expect((await endOne(person.token, mine?.id ?? '')).code).toBe(40000);
  });
});

describe('a user’s own history', () => {
  const addLogins = (account: string, rows: number, person: string | null, ago = '0 hours') =>
    app.database.pool.query(
      `insert into sys_log_login (id, user_account, login_type, login_status, login_time, create_user)
       select gen_random_uuid(), $1, '登录', '失败', now() - $4::interval - n * interval '1 second', $3 from generate_series(1, $2::int) n`,
      [account, rows, person, ago],
    );

  it('holds failed sign-ins to the account, newest first, and nobody else’s', async () => {
    const [person, other] = [await app.userWith({}), await app.userWith({})];
    await app.login(person.account.toUpperCase(), 'not-the-password');
    const { items, total } = await logins(person.token);
    expect(items.map(({ loginStatus, loginMessage }) => `${loginStatus} ${loginMessage}`)).toEqual([
      '失败 账号或密码错误',
      '成功 登录成功',
    ]);
    expect(total).toBe(2);
    expect((await logins(other.token)).total).toBe(1);
  });

  it('omits sign-ins under the account name from before it belonged to this user', async () => {
    const person = await app.userWith({});
    await addLogins(person.account, 1, null, '1 day');
    await addLogins(person.account, 1, randomUUID());
    expect((await logins(person.token)).total).toBe(1);
  });

  it('keeps the sign-ins from before the account was renamed, which whoever has the old name now does not see', async () => {
    const admin = await app.admin();
    const rename = async ({ userId }: Session, userAccount: string) => {
      const { data } = await app.call(admin, 'GET', `sys/user/select/${userId}`);
      expect((await app.call(admin, 'POST', 'sys/user/save', { ...data, userAccount })).code).toBe(20000);
    };
    const person = await app.userWith({});
    await rename(person, `${person.account}-2`);
    const renamed = await again({ ...person, account: `${person.account}-2` });
    const next = await app.userWith({});
    await rename(next, person.account);
    const successor = await again({ ...next, account: person.account }, '10.9.0.2');
    expect((await logins(renamed.token)).items.map(({ loginIp }) => loginIp)).toEqual(['10.9.0.1', expect.any(String)]);
    expect((await logins(successor.token)).items.map(({ loginIp }) => loginIp)).toEqual(['10.9.0.2', expect.any(String)]);
    expect((await logins(successor.token)).total).toBe(2);
  });

  it('holds the user’s operations and nobody else’s, without the request parameters', async () => {
    const [person, other] = [await app.userWith({ 'sys/org': ['write'] }), await app.userWith({ 'sys/org': ['write'] })];
    const orgCode = `own-${person.account}`;
    await app.call(person.token, 'POST', 'sys/org/save', { orgName: '自己的', orgCode, orgStatus: '正常' });
    const { items } = await operations(person.token);
    expect(items[0]).toMatchObject({ optModule: '机构', optType: '新增', optTarget: '自己的' });
    expect(Object.keys(items[0] ?? {})).not.toContain('requestParams');
    expect((await operations(other.token)).items.map(({ optTarget }) => optTarget)).not.toContain('自己的');
    // Nor can it be filtered by request parameters, or by anything but the time.
    expect((await app.call(person.token, 'GET', 'sys/user/select-operations?like=requestParams:a')).code).toBe(40000);
    expect((await app.call(person.token, 'GET', 'sys/user/select-operations?like=optTarget:a')).code).toBe(40000);
    for (const call of ['select-logins', 'select-operations'])
      for (const typed of ['a', '2026', ''])
        expect((await app.call(person.token, 'GET', `sys/user/${call}?search=${typed}`)).code).toBe(40000);
    expect((await app.call(person.token, 'GET', 'sys/user/select-logins?like=loginIp:1')).code).toBe(40000);
  });

  it('is paged, filters by time, and refuses pages beyond its maximum length', async () => {
    const person = await app.userWith({});
    await addLogins(person.account, maxOwnHistory + 5, person.userId, '1 hour');
    const first = await logins(person.token, '?index=0&limit=20');
    const second = await logins(person.token, '?index=1&limit=20');
    expect([first.items.length, first.total, second.total]).toEqual([20, maxOwnHistory, maxOwnHistory]);
    const times = [...first.items, ...second.items].map(({ loginTime }) => loginTime);
    expect(times).toEqual(times.toSorted().reverse());
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(40);
    expect((await app.call(person.token, 'GET', 'sys/user/select-logins?index=50&limit=20')).code).toBe(40000);
    const [newest] = first.items;
    expect(await logins(person.token, `?ge=loginTime:${encodeURIComponent(newest?.loginTime ?? '')}`)).toMatchObject({ total: 1 });
    expect((await logins(person.token, '?le=loginTime:2001-01-01 00:00:00')).total).toBe(0);
  });

  it.each(['?eq=loginIp:1', '?like=userAccount:admin', '?limit=0', '?limit=5000', '?index=-1', '?ge=loginTime:x'])(
    'refuses %s',
    async (query) => {
      const person = await app.userWith({});
      expect((await app.call(person.token, 'GET', `sys/user/select-logins${query}`)).code).toBe(40000);
    },
  );
});
