import type { RecoveryCodes, TwoFactorSecret } from '@back-office/contract/calls/two-factor.ts';
import { openPasskeyApp } from '@back-office/app/testing/server/open-passkey-app.ts';
import { holdInserts } from '@back-office/server/testing/hold-inserts.ts';
import { type Deviation, SoftwareAuthenticator } from '@back-office/server/testing/software-authenticator.ts';
import { secretCode } from '@back-office/server/testing/secret-code.ts';
import { userPassword } from '@back-office/app/testing/server/test-app.ts';
import { untilWaiting } from '@back-office/server/testing/until-waiting.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

type PasskeyApp = Awaited<ReturnType<typeof openPasskeyApp>>;

let at: PasskeyApp;
beforeAll(async () => {
  at = await openPasskeyApp();
});
afterAll(() => at.app.drop());

/** Signs in with only a passkey, in a new browser. */
async function signIn(device: SoftwareAuthenticator, deviation: Deviation = {}) {
  const browser = at.browser();
  return browser.answer((await browser.ask()).data, device, deviation);
}

const ask = (token: string) => at.app.call(token, 'GET', 'sys/user/select-roles');

describe('signing in with a passkey alone', () => {
  it('needs no account name, no password and no second factor', async () => {
    const { person, device, id } = await at.withPasskey();
    const { code, data } = await signIn(device);
    expect([code, data.roles.userAccount]).toEqual([20000, person.account]);
    expect((await ask(data.credentials.accessToken)).code).toBe(20000);
    expect(await at.lastLine(person.account)).toBe('成功：登录成功（通行密钥）');
    expect((await at.ownOf(person)).find((own) => own.id === id)?.lastUsedTime).not.toBeNull();
    expect((await at.app.call(undefined, 'GET', 'config')).data['signIn']).toContainEqual({
      id: 'passkey',
      kind: 'passkey',
      label: '通行密钥',
    });
  });

  it('issues a challenge that does not reveal whose passkey it expects', async () => {
    const { data, headers } = await at.browser().ask();
    expect(data.options.allowCredentials ?? []).toEqual([]);
    expect(data.options.userVerification).toBe('required');
    expect(String(headers['set-cookie'])).toMatch(/^__Host-login=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/);
  });

  it('does not demand a password change, since no password was typed', async () => {
    const { person, device } = await at.withPasskey();
    await at.app.database.pool.query('UPDATE sys_user SET password_once = true WHERE id = $1', [person.userId]);
    const { data } = await signIn(device);
    expect((await at.app.call(data.credentials.accessToken, 'GET', 'sys/user/select-sessions')).code).toBe(20000);
  });

  it('asks people without a local password for their second factor alone, and once, where others prove themselves by the password', async () => {
    const { person, device } = await at.withPasskey();
    await at.app.database.pool.query('UPDATE sys_user SET password_once = true WHERE id = $1', [person.userId]);
    const token = (await signIn(device)).data.credentials.accessToken;
    const change = <Data>(call: string, body: object) => at.post<Data>(token, `sys/user/${call}`, body);
    for (const call of ['renew-recovery-codes', 'start-two-step', 'stop-two-step']) expect((await change(call, {})).code).toBe(40000);
    const renewed = await change<RecoveryCodes>('renew-recovery-codes', await at.fresh(token, device));
    expect(renewed.code).toBe(20000);
    expect((await at.app.call(token, 'GET', 'sys/user/two-step')).data['confirmBy']).toEqual({ kind: 'secondFactor', label: '两步验证' });
    expect((await at.post(token, 'session/lock')).data).toMatchObject({ confirmBy: { kind: 'secondFactor' }, passkey: true });
    await at.post(token, 'session/unlock', await at.fresh(token, device));
    const { data: made } = await change<TwoFactorSecret>('start-two-step', { code: renewed.data.recoveryCodes[0] });
    const confirmed = await change<RecoveryCodes>('confirm-two-step', { code: secretCode(made.secret, new Date()) });
    expect((await change('stop-two-step', { code: confirmed.data.recoveryCodes[0] })).code).toBe(20000);
  });

  it('does not replace the local password of those who have one', async () => {
    const { person, device } = await at.withPasskey();
    const token = (await signIn(device)).data.credentials.accessToken;
    for (const by of [token, person.token])
      for (const call of ['renew-recovery-codes', 'start-two-step'])
        expect(await at.post(by, `sys/user/${call}`, await at.fresh(by, device))).toMatchObject({
          code: 40000,
          data: { fields: [{ field: 'password', message: '请输入密码' }] },
        });
  });

  it('is subject to the usual checks: the account’s status, and its lockout for this client', async () => {
    const { person, device } = await at.withPasskey();
    await at.app.database.pool.query(`UPDATE sys_user SET user_status = '停用' WHERE id = $1`, [person.userId]);
    expect(await signIn(device)).toMatchObject({ code: 40002, message: '账号已被停用' });
    await at.app.database.pool.query(`UPDATE sys_user SET user_status = '正常' WHERE id = $1`, [person.userId]);
    for (let failure = 0; failure < 5; failure += 1) expect((await signIn(device, { userVerified: false })).code).toBe(40000);
    expect((await signIn(device)).code).toBe(40002);
  });

  it.each<[string, Deviation]>([
    ['the origin of another site', { origin: 'https://evil.example.com' }],
    ['the id of another relying party', { rpId: 'evil.example.com' }],
    ['no user verification', { userVerified: false }],
    ['an unknown challenge', { challenge: 'AAAA' }],
    ['the user handle of another person', { userHandle: Buffer.alloc(32, 7).toString('base64url') }],
    ['a counter lower than the last one', { counter: 0 }],
  ])('is refused with %s, and the log says so', async (_name, deviation) => {
    const { person, device } = await at.withPasskey();
    expect((await signIn(device)).code).toBe(20000);
    const refused = await signIn(device, deviation);
    expect(refused).toMatchObject({ code: 40000, message: '通行密钥验证失败，请重试或使用其他登录方式' });
    expect(await at.lastLine(person.account)).toMatch(/^失败：通行密钥/);
    expect((await signIn(device)).code).toBe(20000);
  });

  it('is refused with a removed passkey, with the same message', async () => {
    const { person, device, id } = await at.withPasskey();
    expect((await at.post(person.token, `sys/passkey/end-own/${id}`, await at.fresh(person.token, device))).code).toBe(20000);
    expect(await signIn(device)).toMatchObject({ code: 40000, message: '通行密钥验证失败，请重试或使用其他登录方式' });
  });

  it('accepts a response once, from the browser that requested it, within five minutes', async () => {
    const { device } = await at.withPasskey();
    const [own, other] = [at.browser(), at.browser()];
    const [question] = [(await own.ask()).data, await other.ask()];
    const over = { code: 40000, message: '通行密钥的验证已超时，请重试' };
    expect(await other.answer(question, device)).toMatchObject(over);
    expect(await at.browser().answer(question, device)).toMatchObject(over);
    expect((await own.answer(question, device)).code).toBe(20000);
    expect(await own.answer(question, device)).toMatchObject(over);
    const late = (await own.ask()).data;
    await at.app.database.pool.query(`UPDATE sys_passkey_challenge SET create_time = create_time - interval '301 seconds'`);
    expect(await own.answer(late, device)).toMatchObject(over);
  });

  it('accepts no response to a second-factor challenge, and the reverse is refused too', async () => {
    const { person, device } = await at.withPasskey();
    const { ticket } = await at.ticketOf(person);
    const half = await at.askFor(ticket);
    const browser = at.browser();
    const { data: whole } = await browser.ask();
    expect((await browser.answer(half, device)).code).toBe(40000);
    const passkey = { ceremony: whole.ceremony, response: device.get(whole.options) };
    expect((await at.post(undefined, 'login/verify', { ticket, passkey })).code).toBe(40000);
  });

  it('removing the passkey ends the sessions it opened, and no others', async () => {
    const { person, device, id } = await at.withPasskey();
    const found = (await signIn(device)).data.credentials.accessToken;
    const keep = await at.withPasskey();
    const kept = (await signIn(keep.device)).data.credentials.accessToken;
    expect((await at.post(person.token, `sys/passkey/end-own/${id}`, await at.fresh(person.token, device))).code).toBe(20000);
    expect(await ask(found)).toMatchObject({ code: 41003, message: '登录所用的通行密钥已移除' });
    expect((await ask(person.token)).code).toBe(20000);
    expect((await ask(kept)).code).toBe(20000);
    expect((await at.app.call(at.admin, 'DELETE', `sys/passkey/delete/${keep.id}`)).code).toBe(20000);
    expect((await ask(kept)).code).toBe(41003);
    const reset = await at.withPasskey();
    const before = (await signIn(reset.device)).data.credentials.accessToken;
    expect((await at.app.call(at.admin, 'PUT', `sys/user/reset-two-step/${reset.person.userId}`)).code).toBe(20000);
    expect((await ask(before)).code).toBe(41003);
  });

  // The embedded database has one connection.
  it.skipIf(!process.env.TEST_DATABASE_URL)('removing the passkey also ends a session that it opens at that moment', async () => {
    const { pool } = at.app.database;
    const { person, device, id, codes } = await at.withPasskey();
    const letGo = await holdInserts(pool, 'sys_session');
    const coming = signIn(device);
    await untilWaiting(pool);
    const taken = at.post(person.token, `sys/passkey/end-own/${id}`, { code: codes[0] });
    await untilWaiting(pool, 2);
    await letGo();
    const { data } = await coming;
    expect((await taken).code).toBe(20000);
    expect((await ask(data.credentials.accessToken)).code).toBe(41003);
  });

  it('a person who removes the passkey they signed in with stays signed in', async () => {
    const { person, device, id } = await at.withPasskey();
    const { token } = { token: (await signIn(device)).data.credentials.accessToken };
    expect((await at.post(token, `sys/passkey/end-own/${id}`, await at.fresh(token, device))).code).toBe(20000);
    expect((await ask(token)).code).toBe(20000);
    expect((await at.app.login(person.account, userPassword)).code).toBe(20000);
  });
});

describe('passkey-only sign-in', () => {
  it('is refused if LOGIN_METHODS does not name it, which leaves passkeys as the second factor', async () => {
    const { database } = at.app;
    const closed = await openPasskeyApp({ database, loginMethods: ['password'] });
    const { person, device } = await closed.withPasskey();
    const refused = await closed.browser().ask();
    expect(refused).toMatchObject({ code: 40300, message: '本系统不能只用通行密钥登录，请选择其他登录方式' });
    // A challenge of another server is not accepted here.
    const browser = at.browser();
    const { data } = await browser.ask();
    expect((await closed.post(undefined, 'login/passkey', { ceremony: data.ceremony, response: device.get(data.options) })).code).toBe(
      40300,
    );
    expect((await closed.verify((await closed.ticketOf(person)).ticket, device)).code).toBe(20000);
  });

  it('is refused if passkeys are disabled', async () => {
    const off = await openPasskeyApp({ database: at.app.database, passkeys: false });
    expect(await off.browser().ask()).toMatchObject({ code: 40300, message: '未启用通行密钥' });
    expect((await off.app.call(undefined, 'GET', 'config')).data['signIn']).toEqual([
      { id: 'password', kind: 'password', label: '本地账号' },
    ]);
    await expect(openPasskeyApp({ database: at.app.database, passkeys: false, loginMethods: ['passkey'] })).rejects.toThrow(
      'LOGIN_METHODS names passkey, which is not set',
    );
  });
});
