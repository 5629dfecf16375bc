import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { dayOf, encryptField } from '../../testing/seal-values.ts';
import { holdInserts } from '../../testing/hold-inserts.ts';
import { secretCode } from '../../testing/secret-code.ts';
import { issuer, provider, withWays } from '@back-office/app/testing/server/sign-in-ways.ts';
import { untilWaiting } from '../../testing/until-waiting.ts';
import { openTestApp, type Session, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';

/* The passkey, link or password behind a sign-in is removed while it is under way, at the point where features handle the sign-in. */
let app: TestApp;
let admin: string;
let meanwhile: () => Promise<unknown> = () => Promise.resolve();
beforeAll(async () => {
  const entering = () => async (): Promise<void> => void (await meanwhile());
  const modules = withWays([provider]).map((module) => ({
    ...module,
    features: module.features.map((feature) => (feature.name === 'account' ? { ...feature, entering } : feature)),
  }));
  app = await openTestApp({ publicUrl: 'https://office.example', modules });
  admin = await app.admin();
});
afterEach(() => {
  meanwhile = () => Promise.resolve();
});
afterAll(() => app.drop());

/** The embedded database has one connection: nothing runs concurrently. */
const hasOneConnection = inject('testTemplate').kind === 'embedded';

/** Signs somebody in at the provider: the ticket for the page, and the cookie of the browser. */
async function come(subject: string) {
  const host = 'office.example';
  const led = await app.server.inject({ url: '/api/login/corp/start', headers: { host } });
  const [cookie = ''] = led.cookies.map(({ name, value }) => `${name}=${value}`);
  const state = new URL(String(led.headers.location)).searchParams.get('state') ?? '';
  const back = await app.server.inject({ url: `/api/login/corp/callback?code=${subject}&state=${state}`, headers: { host, cookie } });
  const ticket = new URL(String(back.headers.location), 'https://office.example').searchParams.get('ticket') ?? '';
  const answer = await app.call<LoginAnswer & AnyRow>(undefined, 'POST', 'login/ticket', { ticket }, { headers: { cookie } });
  return { ...answer, cookie };
}

/** The same with the local password, which links the two accounts. */
async function link(subject: string, { account }: Session) {
  const { data, cookie } = await come(subject);
  const day = dayOf(new Date());
  const form = { username: encryptField(account, day), password: encryptField(userPassword, day), link: String(data['ticket']) };
  return app.call<LoginAnswer>(undefined, 'POST', 'login', new URLSearchParams(form), { headers: { cookie } });
}

const codeOf = async ({ code, data }: { code: number; data: LoginAnswer }) =>
  code !== 20000 ? 'none' : (await app.call(data.credentials.accessToken, 'GET', 'sys/user/select-roles')).code;

it('a password changed during a sign-in leaves no valid session opened with the old one', async () => {
  const person = await app.userWith({});
  const form = new URLSearchParams({ oldPassword: userPassword, newPassword: 'Another-Horse-42' });
  meanwhile = () => app.call(person.token, 'PUT', 'sys/user/update-password', form);
  expect(await codeOf(await link('s-1', person))).not.toBe(20000);
  expect((await app.login(person.account, 'Another-Horse-42')).code).toBe(20000);
});

it('a linked account removed during a sign-in lets nobody in', async () => {
  const person = await app.userWith({});
  await link('s-2', person);
  const { rows } = await app.database.pool.query<{ id: string }>(`SELECT id FROM sys_linked_account WHERE subject = 's-2'`);
  meanwhile = () => app.call(admin, 'DELETE', `sys/linked-account/delete/${rows[0]?.id}`);
  const answer = await come('s-2');
  expect([answer.code, await codeOf(answer)]).toEqual([40400, 'none']);
});

it.each<[string, (person: Session) => Promise<unknown>]>([
  ['closed and opened again', ({ userId }) => setStatus(userId, '停用').then(() => setStatus(userId, '正常'))],
  ['deleted and restored', ({ userId }) => deleteAndRestore(userId)],
])('an account %s during a sign-in does not bring the session of that sign-in back to life', async (what, change) => {
  const person = await app.userWith({});
  await link(what, person);
  meanwhile = () => change(person);
  expect(await codeOf(await come(what))).toBe(41003);
  meanwhile = () => Promise.resolve();
  expect(await codeOf(await come(what))).toBe(20000);
});

describe('the session at the provider', () => {
  const logout = (named: object) => {
    const form = new URLSearchParams({ logout_token: JSON.stringify({ id: randomUUID(), issuer, ...named }) });
    return app.call(undefined, 'POST', 'login/corp/backchannel-logout', form);
  };

  it.each<[string, (subject: string) => object]>([
    ['by its id', (subject) => ({ sid: `sid of ${subject}` })],
    ['by whose it is', (subject) => ({ subject })],
  ])('ended %s during a sign-in, lets nobody in', async (what, named) => {
    const person = await app.userWith({});
    await link(what, person);
    meanwhile = () => logout(named(what));
    expect((await come(what)).code).toBe(40400);
    const other = `other ${what}`;
    meanwhile = () => logout(named(other));
    expect((await link(other, person)).code).toBe(40400);
  });
});

it.skipIf(hasOneConnection)('a linked account removed during a password change also ends the session that the change renews', async () => {
  const { pool } = app.database;
  const person = await app.userWith({});
  const { data } = await link('s-5', person);
  const { rows } = await pool.query<{ id: string }>(`SELECT id FROM sys_linked_account WHERE subject = 's-5'`);
  const letGo = await holdInserts(pool, 'sys_session');
  const form = new URLSearchParams({ oldPassword: userPassword, newPassword: 'Another-Horse-42' });
  const changed = app.call<LoginAnswer>(data.credentials.accessToken, 'PUT', 'sys/user/update-password', form);
  await untilWaiting(pool);
  const ended = app.call(admin, 'DELETE', `sys/linked-account/delete/${rows[0]?.id}`);
  await untilWaiting(pool, 2);
  await letGo();
  expect([(await changed).code, (await ended).code]).toEqual([20000, 20000]);
  const { rowCount } = await pool.query('SELECT FROM sys_session WHERE sys_user_id = $1 AND end_time IS NULL', [person.userId]);
  expect(rowCount).toBe(0);
});

async function setStatus(id: string, userStatus: string): Promise<void> {
  const { data } = await app.call<AnyRow>(admin, 'GET', `sys/user/select/${id}`);
  expect((await app.call(admin, 'POST', 'sys/user/save', { ...data, userStatus })).code).toBe(20000);
}

async function deleteAndRestore(id: string): Promise<void> {
  expect((await app.call(admin, 'DELETE', `sys/user/delete/${id}`)).code).toBe(20000);
  const { rows } = await app.database.pool.query<{ id: string }>('SELECT id FROM sys_recycle WHERE target_id = $1', [id]);
  expect((await app.call(admin, 'POST', `sys/recycle/restore/${rows[0]?.id}`)).code).toBe(20000);
}

it('while a second factor is still due, nothing from the provider is applied to the account', async () => {
  const person = await app.userWith({});
  await app.database.pool.query(`UPDATE sys_user SET two_step = '是' WHERE id = $1`, [person.userId]);
  let said = 0;
  meanwhile = () => Promise.resolve((said += 1));
  expect([(await link('s-3', person)).code, said]).toEqual([40302, 0]);
});

it('a session ended at the provider before the second factor is entered lets nobody in', async () => {
  const person = await app.userWith({});
  expect((await link('s-4', person)).code).toBe(20000);
  const { data: made } = await app.call(person.token, 'POST', 'sys/user/start-two-step', { password: userPassword });
  const codeOfApp = (away: number) => secretCode(String(made['secret']), new Date(), away);
  expect((await app.call(person.token, 'POST', 'sys/user/confirm-two-step', { code: codeOfApp(0) })).code).toBe(20000);
  const { code, data } = await come('s-4');
  expect(code).toBe(40302);
  const logout = new URLSearchParams({ logout_token: JSON.stringify({ id: 'l-4', issuer, subject: 's-4' }) });
  expect((await app.call(undefined, 'POST', 'login/corp/backchannel-logout', logout)).code).toBe(20000);
  const shown = new URLSearchParams({ ticket: String(data['ticket']), code: codeOfApp(1) });
  expect((await app.call(undefined, 'POST', 'login/verify', shown)).code).toBe(40400);
});
