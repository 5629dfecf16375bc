import type { RecoveryCodes, TwoFactorSecret } from '@back-office/contract/calls/two-factor.ts';
import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import { openTestApp, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { holdInserts } from '../../testing/hold-inserts.ts';
import { secretCode } from '../../testing/secret-code.ts';
import { untilWaiting } from '../../testing/until-waiting.ts';

let app: TestApp;
beforeAll(async () => (app = await openTestApp()));
afterAll(() => app.drop());

/** The embedded database has one connection: nothing runs concurrently. */
const hasOneConnection = inject('testTemplate').kind === 'embedded';

/** A call that is admitted before its body is sent: the returned function sends it, and answers with the code. */
async function openCall(token: string, path: string, body: object): Promise<() => Promise<number>> {
  const sent = JSON.stringify(body);
  const headers = { authorization: token, 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(sent)) };
  const { promise: isAdmitted, resolve } = Promise.withResolvers<void>();
  const payload = new Readable({ read: () => resolve() });
  const answer = app.server
    .inject({ method: 'POST', url: `/api/${path}`, headers, payload })
    .then((response) => response.json<{ code: number }>());
  await isAdmitted;
  return async () => {
    payload.push(sent);
    payload.push(null);
    return (await answer).code;
  };
}

/** A person with an authenticator app, and the calls they make in their session. */
async function withApp() {
  const person = await app.userWith({});
  const state = { token: person.token, password: userPassword };
  const post = <Data>(path: string, body: object) => app.call<Data>(state.token, 'POST', path, body);
  const { data } = await post<TwoFactorSecret>('sys/user/start-two-step', { password: userPassword });
  const confirmed = await post<RecoveryCodes>('sys/user/confirm-two-step', { code: secretCode(data.secret, new Date()) });
  return {
    person,
    post,
    codes: confirmed.data.recoveryCodes,
    /** Tries a code of the second factor, with the right password. */
    tryCode: async (code = '000000') => (await post('sys/user/renew-recovery-codes', { password: state.password, code })).code,
    unlock: async (proof: object = { password: state.password }) => {
      await post('session/lock', {});
      return (await post('session/unlock', proof)).code;
    },
    changePassword: async (newPassword: string) => {
      const body = new URLSearchParams({ oldPassword: state.password, newPassword });
      const { code, data: renewed } = await app.call<LoginAnswer>(state.token, 'PUT', 'sys/user/update-password', body);
      Object.assign(state, { token: renewed.credentials.accessToken, password: newPassword });
      return code;
    },
  };
}
type WithApp = Awaited<ReturnType<typeof withApp>>;

const failuresOf = async (account: string): Promise<number> => {
  const { rows } = await app.database.pool.query<{ failures: number }>(`SELECT failures FROM sys_login_failure WHERE key = 'all:' || $1`, [
    account.toLowerCase(),
  ]);
  return rows[0]?.failures ?? 0;
};
const linesOf = async (account: string): Promise<string[]> => {
  const { rows } = await app.database.pool.query<{ message: string }>(
    `SELECT login_message AS message FROM sys_log_login WHERE user_account = $1 AND login_status = '失败' ORDER BY id`,
    [account],
  );
  return rows.map(({ message }) => message);
};

describe('wrong codes of a second factor in a session', () => {
  it.each<[string, (one: WithApp) => Promise<number>]>([
    ['unlocking the screen with it', ({ unlock }) => unlock()],
    ['changing it', ({ changePassword }) => changePassword('Another-Horse-42')],
  ])('are not forgotten by a right password: %s', async (_what, prove) => {
    const one = await withApp();
    for (let at = 0; at < 4; at += 1) expect(await one.tryCode()).toBe(40000);
    expect(await prove(one)).toBe(20000);
    expect(await one.tryCode()).toBe(40000);
    expect(await one.tryCode(one.codes[0])).toBe(40002);
    expect(await failuresOf(one.person.account)).toBe(5);
  });

  it('are not tried in calls that were admitted before the password was changed', async () => {
    const one = await withApp();
    const guess = { password: 'Another-Horse-42', code: '000000' };
    const paths = ['sys/user/stop-two-step', 'sys/user/renew-recovery-codes', 'session/unlock'];
    const sends = await Promise.all(paths.map((path) => openCall(one.person.token, path, guess)));
    expect(await one.changePassword(guess.password)).toBe(20000);
    for (const send of sends) expect(await send()).toBe(40003);
    expect(await failuresOf(one.person.account)).toBe(0);
    expect(await one.tryCode(one.codes[0])).toBe(20000);
  });

  it.skipIf(hasOneConnection)('wait for a change of the password that is under way, and are refused after it', async () => {
    const { pool } = app.database;
    const one = await withApp();
    const letGo = await holdInserts(pool, 'sys_session');
    const changed = one.changePassword('Another-Horse-42');
    await untilWaiting(pool);
    const guessed = one.post('session/unlock', { code: '000000' });
    await untilWaiting(pool, 2);
    await letGo();
    expect([await changed, (await guessed).code]).toEqual([20000, 40003]);
    expect(await failuresOf(one.person.account)).toBe(0);
  });

  it('are forgotten by a right code', async () => {
    const one = await withApp();
    for (let at = 0; at < 4; at += 1) expect(await one.tryCode()).toBe(40000);
    expect(await one.unlock({ code: one.codes[0] })).toBe(20000);
    for (let at = 0; at < 4; at += 1) expect(await one.tryCode()).toBe(40000);
    expect(await failuresOf(one.person.account)).toBe(4);
    expect(await one.tryCode(one.codes[1])).toBe(20000);
    expect(await failuresOf(one.person.account)).toBe(0);
  });

  it('leave the password its own five attempts, and a right code forgets none of these', async () => {
    const one = await withApp();
    for (let at = 0; at < 4; at += 1) expect(await one.unlock({ password: 'wrong-password' })).toBe(40000);
    expect(await one.unlock({ code: '000000' })).toBe(40000);
    expect(await one.unlock({ code: one.codes[0] })).toBe(20000);
    expect(await one.unlock({ password: 'wrong-password' })).toBe(40000);
    expect(await one.unlock()).toBe(40002);
  });

  it('are lines of the sign-in log', async () => {
    const one = await withApp();
    await one.tryCode();
    await one.post('sys/user/stop-two-step', { password: userPassword, code: '000000' });
    await one.unlock({ code: '000000' });
    expect(await linesOf(one.person.account)).toEqual([
      '确认身份失败：动态验证码错误',
      '停用两步验证失败：动态验证码错误',
      '解锁屏幕失败：动态验证码错误',
    ]);
  });
});

it('previews of roles have the attempts of the session that opened them', async () => {
  const person = await app.userWith({ 'sys/role': ['edit'] });
  const { rows } = await app.database.pool.query<{ id: string }>('SELECT target_id AS id FROM sys_user_role WHERE owner_id = $1', [
    person.userId,
  ]);
  const preview = async (): Promise<string> => {
    const { data } = await app.call<LoginAnswer>(person.token, 'POST', `sys/role/preview/${rows[0]?.id ?? ''}`);
    return data.credentials.accessToken;
  };
  // Unlocked, so that the next preview can be opened.
  const unlock = async (token: string, password: string) => (await app.call(token, 'POST', 'session/unlock', { password })).code;
  for (let at = 0; at < 3; at += 1) expect(await unlock(await preview(), 'wrong-password')).toBe(40000);
  const last = await preview();
  for (let at = 0; at < 2; at += 1) expect(await unlock(last, 'wrong-password')).toBe(40000);
  expect(await unlock(last, userPassword)).toBe(40002);
  expect(await unlock(person.token, userPassword)).toBe(40002);
});
