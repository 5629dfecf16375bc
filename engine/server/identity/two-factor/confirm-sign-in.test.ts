import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import type { TwoFactorSecret } from '@back-office/contract/calls/two-factor.ts';
import { directory, issuer, provider, withWays } from '@back-office/app/testing/server/sign-in-ways.ts';
import { type Session, openTestApp, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayOf, encryptField, sealParameter } from '../../testing/seal-values.ts';
import { secretCode } from '../../testing/secret-code.ts';
import { issueLoginTicket } from '../sign-in/login-ticket.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp({ publicUrl: 'https://office.example', modules: withWays([provider, directory]) });
  admin = await app.admin();
});
afterAll(() => app.drop());

const query = (text: string, values: unknown[] = []) => app.database.pool.query(text, values);
const inDirectory = { loginMethod: 'ad', issuer: 'ldap://dir.example', subject: 'u-1' };
const atProvider = (subject: string) => ({ loginMethod: 'corp', issuer, subject });

/** Somebody whose local password nobody knows, as a directory’s run adds them, with this account elsewhere. */
async function addPerson(elsewhere: { loginMethod: string; issuer: string; subject: string }): Promise<string> {
  await query('DELETE FROM sys_linked_account WHERE issuer = $1 AND subject = $2', [elsewhere.issuer, elsewhere.subject]);
  const posted = { userAccount: `z${elsewhere.subject}${Math.random().toString(36).slice(2, 8)}`, userName: '张三' };
  const { data, message } = await app.call<{ id: string }>(admin, 'POST', 'sys/user/save', posted);
  if (data?.id === undefined) throw new Error(message);
  const saved = await app.call(admin, 'POST', 'sys/linked-account/save', { ...elsewhere, externalName: '张三', sysUserId: data.id });
  expect([saved.code, saved.message]).toEqual([20000, saved.message]);
  return data.id;
}
const sessionOf = ({ roles, credentials }: LoginAnswer): Session => ({
  userId: roles.userId,
  account: roles.userAccount,
  token: credentials.accessToken,
  secretKey: credentials.secretKey,
});
async function byDirectory(): Promise<Session> {
  const day = dayOf(new Date());
  const fields = { username: encryptField('zhangsan', day), password: encryptField('Directory-1', day), method: 'ad' };
  return sessionOf((await app.call<LoginAnswer>(undefined, 'POST', 'login', new URLSearchParams(fields))).data);
}
async function byProvider(subject: string): Promise<Session> {
  const by = { way: 'corp', issuer, subject, name: '门户的人' };
  const ticket = await issueLoginTicket(app.database.db, { purpose: 'enter', by });
  return sessionOf((await app.call<LoginAnswer>(undefined, 'POST', 'login/ticket', { ticket })).data);
}
const start = ({ token }: Session, body: object) => app.call<TwoFactorSecret>(token, 'POST', 'sys/user/start-two-step', body);
const lock = ({ token }: Session) => app.call(token, 'POST', 'session/lock');
const unlock = ({ token }: Session, body: object) => app.call(token, 'POST', 'session/unlock', body);
const fieldOf = (message: string) => ({ code: 40000, data: { fields: [{ field: 'password', message }] } });

describe('somebody whom a directory signs in', () => {
  it('sets up the second factor that is required of them with the directory’s password, and goes on', async () => {
    const id = await addPerson(inDirectory);
    await query("UPDATE sys_user SET two_step_required = '是' WHERE id = $1", [id]);
    const person = await byDirectory();
    expect((await app.call(person.token, 'GET', 'sys/user/select-sessions')).code).toBe(40303);
    expect((await app.call(person.token, 'GET', 'sys/user/two-step')).data['confirmBy']).toEqual({ kind: 'directory', label: '域账号' });
    expect(await start(person, { password: 'Wrong-1' })).toMatchObject(fieldOf('“域账号”的密码不正确'));
    const { code, data } = await start(person, { password: sealParameter('Directory-1', 'password', person.secretKey) });
    expect(code).toBe(20000);
    const confirmed = { code: secretCode(data.secret, new Date()) };
    expect((await app.call(person.token, 'POST', 'sys/user/confirm-two-step', confirmed)).code).toBe(20000);
    expect((await app.call(person.token, 'GET', 'sys/user/select-sessions')).code).toBe(20000);
  });

  it('unlocks the screen with it, and is stopped like anybody who guesses', async () => {
    await addPerson(inDirectory);
    const person = await byDirectory();
    expect((await lock(person)).data).toMatchObject({ confirmBy: { kind: 'directory', label: '域账号' } });
    expect((await unlock(person, { password: 'Directory-1' })).code).toBe(20000);
    await lock(person);
    expect(await unlock(person, {})).toMatchObject(fieldOf('请输入密码'));
    for (let left = 5; left > 0; left -= 1)
      expect(await unlock(person, { password: 'Wrong-1' })).toMatchObject(fieldOf('“域账号”的密码不正确'));
    expect((await unlock(person, { password: 'Directory-1' })).code).toBe(40002);
    const { rows } = await query("SELECT count(*)::int FROM sys_log_login WHERE login_message = '解锁屏幕失败' AND user_account = $1", [
      person.account,
    ]);
    expect(rows).toEqual([{ count: 5 }]);
  });

  it('is not proved by somebody else who has their account there now', async () => {
    await addPerson({ ...inDirectory });
    const person = await byDirectory();
    await query(`UPDATE sys_session SET signed_in_by = signed_in_by || '{"subject": "u-2"}' WHERE sys_user_id = $1`, [person.userId]);
    expect((await start(person, { password: 'Directory-1' })).code).toBe(40000);
  });

  it('needs the local password where they signed in with that', async () => {
    const local = await app.userWith({});
    expect((await start(local, { password: 'Directory-1' })).code).toBe(40000);
    expect((await start(local, { password: userPassword })).code).toBe(20000);
  });
});

describe('somebody without a local password whom a provider has identified', () => {
  it('sets up a second factor within five minutes of signing in, and afterwards is told to sign in again', async () => {
    await addPerson(atProvider('p-1'));
    const person = await byProvider('p-1');
    expect((await app.call(person.token, 'GET', 'sys/user/two-step')).data['confirmBy']).toEqual({ kind: 'provider', label: '公司<门户>' });
    expect((await start(person, {})).code).toBe(20000);
    await query("UPDATE sys_session SET login_time = now() - interval '6 minutes' WHERE sys_user_id = $1", [person.userId]);
    expect(await start(person, {})).toMatchObject(fieldOf('请退出后从“公司<门户>”重新登录，并在 5 分钟内再试'));
  });

  it('does not unlock the screen by having signed in lately', async () => {
    await addPerson(atProvider('p-2'));
    const person = await byProvider('p-2');
    await lock(person);
    expect(await unlock(person, {})).toMatchObject(fieldOf('请退出后从“公司<门户>”重新登录'));
  });

  it('proves nothing by it while they have a local password that they chose', async () => {
    await addPerson(atProvider('p-3'));
    const person = await byProvider('p-3');
    await query('UPDATE sys_user SET password_once = false WHERE id = $1', [person.userId]);
    expect(await start(person, {})).toMatchObject(fieldOf('请输入密码'));
  });
});
