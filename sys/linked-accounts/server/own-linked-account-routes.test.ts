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

async function link({ userId }: Session, subject: string): Promise<string> {
  const body = { loginMethod: 'corp', issuer: 'https://id.example', subject, externalName: '门户的人', sysUserId: userId };
  return (await app.call(admin, 'POST', 'sys/linked-account/save', body)).data['id'] as string;
}
const linksOf = async ({ token }: Session) => (await app.call<unknown[]>(token, 'GET', 'sys/linked-account/select-own')).data.length;
const end = ({ token }: Session, id: string, body: object, headers: Record<string, string> = {}) =>
  app.call(token, 'POST', `sys/linked-account/end-own/${id}`, body, { headers });

describe('removing a linked account in the personal centre', () => {
  it('needs the password', async () => {
    const person = await app.userWith({});
    const id = await link(person, 'own-1');
    for (const body of [{}, { password: 'Wrong-Horse-1' }])
      expect(await end(person, id, body)).toMatchObject({ code: 40000, data: { fields: [{ field: 'password' }] } });
    expect((await app.call(person.token, 'DELETE', `sys/linked-account/delete-own/${id}`)).code).toBe(40404);
    expect(await linksOf(person)).toBe(1);
    expect((await end(person, id, { password })).code).toBe(20000);
    expect(await linksOf(person)).toBe(0);
  });

  it('is open to somebody whose password a manager set: it leaves nobody a way in', async () => {
    const [person, manager] = [await app.userWith({}), await app.userWith({})];
    const id = await link(person, 'own-4');
    await app.database.pool.query('UPDATE sys_user SET password_giver = $2 WHERE id = $1', [person.userId, manager.userId]);
    expect(await end(person, id, { password })).toMatchObject({ code: 20000 });
  });

  it('needs a code if there is a second factor, which is used up neither by a refusal nor by a repeat', async () => {
    const [person, other] = [await app.userWith({}), await app.userWith({})];
    const [id, others] = [await link(person, 'own-2'), await link(other, 'own-3')];
    const { secret } = (await app.call<TwoFactorSecret>(person.token, 'POST', 'sys/user/start-two-step', { password })).data;
    await app.call(person.token, 'POST', 'sys/user/confirm-two-step', { code: secretCode(secret, new Date()) });
    expect(await end(person, id, { password })).toMatchObject({ code: 40000, data: { fields: [{ field: 'code' }] } });
    const body = { code: secretCode(secret, new Date(), 1) };
    expect((await end(person, others, body)).code).toBe(40400);
    const headers = { 'idempotency-key': `end of ${id}` };
    expect((await end(person, id, body, headers)).code).toBe(20000);
    expect((await end(person, id, body, headers)).code).toBe(20000);
    expect([await linksOf(person), await linksOf(other)]).toEqual([0, 1]);
  });
});
