import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import type { RecoveryCodes, SecondFactor, TwoFactorSecret } from '@back-office/contract/calls/two-factor.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, openTestApp, type Session, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';
import { sealParameter } from '../../testing/seal-values.ts';
import { secretCode } from '../../testing/secret-code.ts';

let app: TestApp;
let admin: string;
let now = new Date();
beforeAll(async () => {
  app = await openTestApp({ clock: () => now });
  admin = await app.admin();
});
afterAll(() => app.drop());

const password = userPassword;
const post = <Data>(token: string, path: string, body: unknown) => app.call<Data>(token, 'POST', `sys/user/${path}`, body);
const verify = <Data = LoginAnswer>(ticket: string, code: string, address?: string): Promise<Answer<Data>> =>
  app.call<Data>(undefined, 'POST', 'login/verify', new URLSearchParams({ ticket, code }), address === undefined ? {} : { address });
const wait = (seconds: number): void => {
  now = new Date(now.getTime() + seconds * 1000);
};

const values = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** The code that an authenticator app shows for the secret. */
const app6 = (secret: string, away = 0): string => secretCode(secret, now, away);

/** Creates somebody with a second factor in use; it was confirmed with the code of the previous step. */
async function withTwoFactor(): Promise<{ person: Session; secret: string; codes: string[] }> {
  const person = await app.userWith({});
  const { data } = await post<TwoFactorSecret>(person.token, 'start-two-step', { password });
  const confirmed = await post<RecoveryCodes>(person.token, 'confirm-two-step', { code: app6(data.secret, -1) });
  expect(confirmed.code).toBe(20000);
  return { person, secret: data.secret, codes: confirmed.data.recoveryCodes };
}

async function ticketOf({ account }: Session, address?: string): Promise<string> {
  const answer = (await app.login(account, password, address === undefined ? {} : { address })) as unknown as Answer<SecondFactor>;
  expect(answer).toMatchObject({ status: 200, code: 40302, message: '请输入动态验证码', data: { expiresIn: 300 } });
  return answer.data.ticket;
}

describe('setting up a second factor', () => {
  it('requires the password, plain or sealed, and shows a secret that takes effect only after a right code', async () => {
    const person = await app.userWith({});
    expect((await post(person.token, 'start-two-step', {})).code).toBe(40000);
    expect((await post(person.token, 'start-two-step', { password: 'wrong-password' })).code).toBe(40000);
    const sealed = sealParameter(password, 'password', person.secretKey);
    const { data } = await post<TwoFactorSecret>(person.token, 'start-two-step', { password: sealed });
    expect(data.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(data.uri).toBe(
      `otpauth://totp/${encodeURIComponent('管理后台')}:${person.account}?secret=${data.secret}&issuer=${encodeURIComponent('管理后台')}`,
    );
    expect((await app.login(person.account, password)).code).toBe(20000);
    expect((await post(person.token, 'confirm-two-step', { code: '12345' })).code).toBe(40000);
    expect((await post(person.token, 'confirm-two-step', { code: app6(data.secret, 5) })).code).toBe(40000);
    const { code, data: made } = await post<RecoveryCodes>(person.token, 'confirm-two-step', { code: app6(data.secret) });
    expect(code).toBe(20000);
    expect(new Set(made.recoveryCodes).size).toBe(10);
    expect((await app.call(person.token, 'GET', 'sys/user/two-step')).data).toEqual({
      active: true,
      app: true,
      required: false,
      recoveryCodes: 10,
    });
    expect((await post(person.token, 'start-two-step', { password })).code).toBe(40000);
    expect((await post(person.token, 'confirm-two-step', { code: app6(data.secret, 1) })).code).toBe(40000);
  });

  it('leaves neither the secret nor a recovery code in the database', async () => {
    const { secret, codes, person } = await withTwoFactor();
    const { rows } = await app.database.pool.query<{ kept: string }>(
      `select coalesce(string_agg(t::text, ''), '') || (select string_agg(r::text, '') from sys_recovery_code r) || (select string_agg(l::text, '') from sys_log_opt l) as kept from sys_totp t`,
    );
    const kept = rows[0]?.kept ?? '';
    const bits = secret.split('').map((letter) => values.indexOf(letter).toString(2).padStart(5, '0'));
    const hex = (bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2).toString(16).padStart(2, '0')).join('');
    for (const text of [secret, hex, ...codes, ...codes.map((code) => code.replaceAll('-', ''))]) expect(kept).not.toContain(text);
    const own = await app.call<{ items: { twoStep: string }[] }>(admin, 'GET', `sys/user/select-page?eq=userAccount:${person.account}`);
    expect(own.data.items[0]?.twoStep).toBe('是');
  });
});

describe('signing in with a second factor', () => {
  it('accepts a code of the app once, and then the ticket is used up', async () => {
    const { person, secret } = await withTwoFactor();
    const ticket = await ticketOf(person);
    expect((await app.call(ticket, 'GET', 'sys/user/select-roles')).code).toBe(40003);
    expect((await verify(ticket, 'abc')).code).toBe(40000);
    const { code, data } = await verify(ticket, ` ${app6(secret).slice(0, 3)} ${app6(secret).slice(3)} `);
    expect(code).toBe(20000);
    expect(data.roles.userAccount).toBe(person.account);
    expect((await app.call(data.credentials.accessToken, 'GET', 'sys/user/select-roles')).code).toBe(20000);
    expect((await verify(ticket, app6(secret, 1))).code).toBe(40400);
    expect((await verify(await ticketOf(person), app6(secret))).code).toBe(40000);
    expect((await verify(await ticketOf(person), app6(secret, -1))).code).toBe(40000);
    wait(30);
    expect((await verify(await ticketOf(person), app6(secret))).code).toBe(20000);
    const { rows } = await app.database.pool.query(
      `select login_message from sys_log_login where user_account = $1 and login_status = '成功' order by id desc limit 1`,
      [person.account],
    );
    expect(rows).toEqual([{ login_message: '登录成功（两步验证）' }]);
  });

  it('accepts one code once, even in concurrent calls', async () => {
    const { person, secret } = await withTwoFactor();
    const tickets = [await ticketOf(person), await ticketOf(person), await ticketOf(person)];
    const answers = await Promise.all(tickets.map((ticket) => verify(ticket, app6(secret))));
    expect(answers.filter(({ code }) => code === 20000)).toHaveLength(1);
  });

  it('accepts each recovery code once, however it is typed', async () => {
    const { person, codes } = await withTwoFactor();
    const [first = '', second = ''] = codes;
    expect((await verify(await ticketOf(person), first.toLowerCase().replaceAll('-', ' '))).code).toBe(20000);
    expect((await verify(await ticketOf(person), first)).code).toBe(40000);
    expect((await verify(await ticketOf(person), second)).code).toBe(20000);
    expect((await app.call<{ recoveryCodes: number }>(person.token, 'GET', 'sys/user/two-step')).data.recoveryCodes).toBe(8);
    expect((await post(person.token, 'renew-recovery-codes', { password })).code).toBe(40000);
    const headers = { 'idempotency-key': `codes of ${person.account}` };
    const renew = () =>
      app.call<RecoveryCodes>(person.token, 'POST', 'sys/user/renew-recovery-codes', { password, code: codes[3] ?? '' }, { headers });
    const { data } = await renew();
    // The code was used up; the answer may have been lost.
    expect(await renew()).toMatchObject({ code: 20000, data });
    expect((await verify(await ticketOf(person), codes[2] ?? '')).code).toBe(40000);
    expect((await verify(await ticketOf(person), data.recoveryCodes[0] ?? '')).code).toBe(20000);
  });

  it('is locked after five wrong codes, which a right password between them does not reset', async () => {
    const { person, secret } = await withTwoFactor();
    const address = '10.61.0.1';
    for (let at = 0; at < 5; at++) expect((await verify(await ticketOf(person, address), '000000', address)).code).toBe(40000);
    expect((await app.login(person.account, password, { address })).code).toBe(40002);
    const elsewhere = await ticketOf(person, '10.62.0.1');
    expect((await verify(elsewhere, app6(secret), address)).code).toBe(40002);
    expect((await verify(elsewhere, app6(secret), '10.62.0.1')).code).toBe(20000);
  });

  it('is over after five wrong codes, from whichever networks they come', async () => {
    const { person, secret } = await withTwoFactor();
    const ticket = await ticketOf(person);
    for (let at = 0; at < 5; at++) expect((await verify(ticket, '000000', `10.64.${at}.1`)).code).toBe(40000);
    expect((await verify(ticket, app6(secret), '10.65.0.1')).code).toBe(40400);
    expect((await verify(await ticketOf(person), app6(secret))).code).toBe(20000);
  });

  it('counts the wrong codes of one address, whichever account they are for', async () => {
    const [address, [one, other]] = ['10.66.0.1', [await withTwoFactor(), await withTwoFactor()]];
    expect((await verify(await ticketOf(one.person, '10.67.0.1'), '000000', address)).code).toBe(40000);
    await app.database.pool.query(`update sys_login_failure set failures = 29 where key like 'ip:10.66.%'`);
    const ticket = await ticketOf(other.person, '10.67.0.1');
    expect((await verify(ticket, '000000', address)).code).toBe(40000);
    expect((await verify(ticket, app6(other.secret), address)).code).toBe(42900);
  });

  it('is over once the account was disabled, even if it is enabled again', async () => {
    const { person, secret } = await withTwoFactor();
    const ticket = await ticketOf(person);
    for (const status of ['停用', '正常'])
      await app.database.pool.query('update sys_user set user_status = $2 where id = $1', [person.userId, status]);
    expect((await verify(ticket, app6(secret))).code).toBe(40400);
    expect((await verify(await ticketOf(person), app6(secret))).code).toBe(20000);
  });

  it.each([
    ['after five minutes', `update sys_sign_in_ticket set create_time = now() - interval '301 seconds' where sys_user_id = $1`],
    ['after the password was changed', `update sys_user set password_time = now() + interval '1 second' where id = $1`],
    ['after the account was disabled', `update sys_user set user_status = '停用' where id = $1`],
    ['after five attempts', 'update sys_sign_in_ticket set attempts = 5 where sys_user_id = $1'],
  ])('is over %s', async (_when, change) => {
    const { person, secret } = await withTwoFactor();
    const ticket = await ticketOf(person);
    await app.database.pool.query(change, [person.userId]);
    expect(await verify(ticket, app6(secret))).toMatchObject({ code: 40400, message: '验证已超时，请重新登录' });
  });

  it.each(['', 'x', 'A'.repeat(43), 'A'.repeat(5000), "' OR 1=1 --"])('rejects the ticket %j', async (ticket) => {
    expect([40000, 40400]).toContain((await verify(ticket, '123456')).code);
  });
});

describe('removing a second factor', () => {
  const stop = ({ token }: Session, given: object) => post<{ fields: { field: string }[] }>(token, 'stop-two-step', given);

  it('requires the password and a code; afterwards the password alone signs in', async () => {
    const { person, secret } = await withTwoFactor();
    expect((await stop(person, { password: 'wrong-password', code: app6(secret) })).code).toBe(40000);
    for (const code of [undefined, '', 'x', '000000', app6(secret, -1)])
      expect((await stop(person, { password, code })).data.fields.map(({ field }) => field)).toEqual(['code']);
    expect((await app.call(person.token, 'GET', 'sys/user/two-step')).data).toMatchObject({ active: true });
    expect((await stop(person, { password, code: app6(secret) })).code).toBe(20000);
    expect((await app.login(person.account, password)).code).toBe(20000);
    expect((await stop(person, { password, code: app6(secret, 1) })).data.fields.map(({ field }) => field)).toEqual(['twoStep']);
    // Recovery codes belong only to people with a second factor.
    const codes = await post<{ fields: { field: string }[] }>(person.token, 'renew-recovery-codes', { password });
    expect([codes.code, codes.data.fields[0]?.field]).toEqual([40000, 'twoStep']);
  });

  it('accepts a recovery code too, and is locked after five wrong codes', async () => {
    const [{ person, codes }, guesser] = [await withTwoFactor(), await withTwoFactor()];
    expect((await stop(person, { password, code: codes[3] })).code).toBe(20000);
    for (let at = 0; at < 5; at++) expect((await stop(guesser.person, { password, code: '000000' })).code).toBe(40000);
    expect((await stop(guesser.person, { password, code: app6(guesser.secret) })).code).toBe(40002);
  });

  it('is possible for an administrator who may edit the account, and is logged', async () => {
    const { person } = await withTwoFactor();
    const clerk = await app.userWith({ 'sys/user': ['read', 'edit'] });
    const reset = (id: string, token: string) => app.call(token, 'PUT', `sys/user/reset-two-step/${id}`);
    const { rows } = await app.database.pool.query<{ id: string }>(`select id from sys_user where user_account = 'admin'`);
    expect((await reset(rows[0]?.id ?? '', clerk.token)).code).toBe(40300);
    expect((await reset(person.userId, admin)).code).toBe(20000);
    expect((await app.login(person.account, password)).code).toBe(20000);
    const history = await app.call<{ optType: string }[]>(admin, 'GET', `sys/user/select-history/${person.userId}`);
    expect(history.data[0]?.optType).toBe('重置两步验证');
  });
});

it('a second factor required by an administrator blocks all calls until it is set up, and cannot be removed', async () => {
  const person = await app.userWith({});
  const ask = () => app.call(person.token, 'GET', 'sys/user/select-roles');
  expect((await app.call(admin, 'POST', 'sys/user/save', { id: person.userId, version: 1, twoStepRequired: '是' })).code).toBe(20000);
  expect(await ask()).toMatchObject({ code: 40303, message: '请先设置两步验证' });
  expect((await app.call(person.token, 'POST', 'live/ticket')).code).toBe(40303);
  expect((await app.login(person.account, password)).code).toBe(20000);
  const { data } = await post<TwoFactorSecret>(person.token, 'start-two-step', { password });
  expect((await post(person.token, 'confirm-two-step', { code: app6(data.secret) })).code).toBe(20000);
  expect((await ask()).code).toBe(20000);
  expect((await post(person.token, 'stop-two-step', { password })).code).toBe(40300);
  expect((await app.call(person.token, 'POST', 'sys/user/save', { id: person.userId, version: 2, twoStepRequired: '否' })).code).toBe(
    40300,
  );
});

it('TWO_STEP=required demands a second factor of everybody, after a one-time password is changed', async () => {
  const strict = await openTestApp({ twoStep: 'required', appSecret: 'a secret of the operator' });
  try {
    const { token, userId } = await strict.userWith({});
    expect((await strict.call(token, 'GET', 'sys/user/select-roles')).code).toBe(40303);
    await strict.database.pool.query('update sys_user set password_once = true where id = $1', [userId]);
    expect((await strict.call(token, 'GET', 'sys/user/select-roles')).code).toBe(40301);
    expect((await strict.call(token, 'POST', 'sys/user/start-two-step', { password })).code).toBe(40301);
  } finally {
    await strict.drop();
  }
});
