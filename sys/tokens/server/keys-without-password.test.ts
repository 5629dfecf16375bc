import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import { issuer, provider, withWays } from '@back-office/app/testing/server/sign-in-ways.ts';
import { openTestApp, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';
import { issueLoginTicket } from '@back-office/server/identity/sign-in/login-ticket.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp({ publicUrl: 'https://office.example', modules: withWays([provider]), passwordDays: 1 });
  admin = await app.admin();
});
afterAll(() => app.drop());

const query = (text: string, values: unknown[]) => app.database.pool.query(text, values);
const form = () => ({
  tokenName: '考勤同步',
  tokenRights: ['sys/dict:read'],
  expireTime: new Date(Date.now() + 86_400_000).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' }),
});
const link = (sysUserId: string, subject: string) =>
  app.call(admin, 'POST', 'sys/linked-account/save', { loginMethod: 'corp', issuer, subject, externalName: '张三', sysUserId });
async function comeBy(subject: string): Promise<string> {
  const ticket = await issueLoginTicket(app.database.db, { purpose: 'enter', by: { way: 'corp', issuer, subject, name: '张三' } });
  return (await app.call<LoginAnswer>(undefined, 'POST', 'login/ticket', { ticket })).data.credentials.accessToken;
}
async function keyOf(token: string, proof: object = {}): Promise<string> {
  const { data, message } = await app.call<{ token: string } | null>(token, 'POST', 'sys/token/save-own', { ...form(), ...proof });
  return data?.token ?? expect.fail(message);
}
const codeOf = async (key: string) => (await app.call(key, 'GET', 'sys/user/select-roles')).code;

describe('the key of a person', () => {
  it('who comes by a provider, and was never told a password, works', async () => {
    const { data } = await app.call<{ id: string }>(admin, 'POST', 'sys/user/save', { userAccount: 'from-portal', userName: '张三' });
    await link(data.id, 'k-1');
    expect(await codeOf(await keyOf(await comeBy('k-1')))).toBe(20000);
  });

  it('who comes by a provider works whatever the age of their password', async () => {
    const person = await app.userWith({});
    await link(person.userId, 'k-2');
    const key = await keyOf(await comeBy('k-2'), { password: userPassword });
    await query("UPDATE sys_user SET password_time = now() - interval '2 days' WHERE id = $1", [person.userId]);
    expect(await codeOf(key)).toBe(20000);
  });

  it('who only has a password stops when that must be changed', async () => {
    const person = await app.userWith({});
    const key = await keyOf(person.token, { password: userPassword });
    await query("UPDATE sys_user SET password_time = now() - interval '2 days' WHERE id = $1", [person.userId]);
    expect(await codeOf(key)).toBe(40301);
  });
});
