import type { TwoFactorSecret } from '@back-office/contract/calls/two-factor.ts';
import { openTestApp, type Session, type TestApp, userPassword as password } from '@back-office/app/testing/server/test-app.ts';
import { secretCode } from '@back-office/server/testing/secret-code.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
});
afterAll(() => app.drop());

const expireTime = new Date(Date.now() + 86_400_000).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' });
const form = { tokenName: '考勤<同步>', tokenRights: ['sys/dict:read'], expireTime };
const save = ({ token }: Session, body: object, headers: Record<string, string> = {}) =>
  app.call(token, 'POST', 'sys/token/save-own', { ...form, ...body }, { headers });
async function noticesOf({ token }: Session): Promise<string[]> {
  const { data } = await app.call<{ items: { msgTitle: string }[] }>(token, 'GET', 'sys/msg/list?index=0&limit=10');
  return data.items.map(({ msgTitle }) => msgTitle);
}

async function personWithCode() {
  const person = await app.userWith({});
  const { secret } = (await app.call<TwoFactorSecret>(person.token, 'POST', 'sys/user/start-two-step', { password })).data;
  await app.call(person.token, 'POST', 'sys/user/confirm-two-step', { code: secretCode(secret, new Date()) });
  return { person, secret };
}

describe('making a key in the personal centre', () => {
  it('needs the password, and is announced to its owner', async () => {
    const person = await app.userWith({ 'sys/dict': ['read'] });
    for (const body of [{}, { password: 'Wrong-Horse-1' }])
      expect(await save(person, body)).toMatchObject({ code: 40000, data: { fields: [{ field: 'password' }] } });
    expect(await noticesOf(person)).toEqual([]);
    expect((await save(person, { password })).code).toBe(20000);
    expect(await noticesOf(person)).toEqual(['您的账号新建了接口密钥']);
  });

  it('needs a code if there is a second factor, which a refused form does not use up', async () => {
    const { person, secret } = await personWithCode();
    expect(await save(person, { password })).toMatchObject({ code: 40000, data: { fields: [{ field: 'code' }] } });
    const code = secretCode(secret, new Date(), 1);
    expect(await save(person, { code, tokenName: '' })).toMatchObject({ data: { fields: [{ field: 'tokenName' }] } });
    expect((await save(person, { code })).code).toBe(20000);
  });

  it('answers a repeat as it answered the first call, although its code is used up', async () => {
    const { person, secret } = await personWithCode();
    const body = { code: secretCode(secret, new Date(), 1) };
    const headers = { 'idempotency-key': `own key of ${person.account}` };
    const first = await save(person, body, headers);
    expect(first).toMatchObject({ code: 20000, data: { token: expect.any(String) as string } });
    expect(await save(person, body, headers)).toMatchObject({ code: 20000, data: first.data });
    const count = async (text: string, value: string) => (await app.database.pool.query(text, [value])).rowCount;
    expect(await count('SELECT FROM sys_token WHERE sys_user_id = $1', person.userId)).toBe(1);
    expect(await count('SELECT FROM sys_login_failure WHERE key = $1 AND failures > 0', `all:${person.account}`)).toBe(0);
    expect(await save(person, { ...body, tokenName: '另一个' }, headers)).toMatchObject({
      code: 40000,
      data: { fields: [{ field: 'Idempotency-Key' }] },
    });
  });
});

describe('a key that an administrator makes', () => {
  it('is announced to its owner, also when it becomes theirs', async () => {
    const [person, other] = [await app.userWith({ 'sys/dict': ['read'] }), await app.userWith({ 'sys/dict': ['read'] })];
    const made = await app.call(admin, 'POST', 'sys/token/save', { ...form, sysUserId: person.userId });
    expect(await noticesOf(person)).toEqual(['管理员为您的账号添加了接口密钥']);
    const { id, version } = made.data;
    await app.call(admin, 'POST', 'sys/token/save', { id, version, sysUserId: other.userId });
    expect([await noticesOf(person), await noticesOf(other)]).toEqual([
      ['管理员为您的账号添加了接口密钥'],
      ['管理员为您的账号添加了接口密钥'],
    ]);
  });
});

describe('a password that was changed', () => {
  const keysOf = async ({ userId }: Session) =>
    (await app.database.pool.query('SELECT FROM sys_token WHERE sys_user_id = $1', [userId])).rowCount;

  it('leaves the keys, which their owner may end all at once, without a proof and nobody else’s', async () => {
    const [person, other] = [await app.userWith({ 'sys/dict': ['read'] }), await app.userWith({ 'sys/dict': ['read'] })];
    const made = await save(person, { password });
    await save(person, { password, tokenName: '报表' });
    await save(other, { password });
    const change = { oldPassword: password, newPassword: 'Kestrel-Harbour-2026' };
    const { data } = await app.call<{ credentials: { accessToken: string } }>(
      person.token,
      'PUT',
      `sys/user/update-password?${new URLSearchParams(change).toString()}`,
    );
    const { accessToken } = data.credentials;
    expect((await app.call(String(made.data['token']), 'GET', 'sys/user/select-roles')).code).toBe(20000);
    expect(await app.call(accessToken, 'DELETE', 'sys/token/delete-own-all')).toMatchObject({ code: 20000, data: { ended: 2 } });
    expect((await app.call(String(made.data['token']), 'GET', 'sys/user/select-roles')).code).toBe(40003);
    expect([await keysOf(person), await keysOf(other)]).toEqual([0, 1]);
  });
});
