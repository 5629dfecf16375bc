import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type Session, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';

/* A person may not reuse their last five passwords (docs/hardening.md A17). */
let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
});
afterAll(() => app.drop());

const words = ['Amber', 'Birch', 'Cedar', 'Dusty', 'Ember', 'Flint'];
const passwordOf = (at: number): string => (at === 0 ? userPassword : `${words[at - 1]}-Lantern-58`);
interface Changed {
  credentials: { accessToken: string };
  fields: { field: string; message: string }[];
}
const change = (token: string, oldPassword: string, newPassword: string) =>
  app.call<Changed>(token, 'PUT', 'sys/user/update-password', new URLSearchParams({ oldPassword, newPassword }));
const save = (token: string, values: object) => app.call<Changed & { version: number }>(token, 'POST', 'sys/user/save', values);
const versionOf = async ({ userId }: Session) =>
  (await app.call<{ version: number }>(admin, 'GET', `sys/user/select/${userId}`)).data.version;
const hashes = async ({ userId }: Session) =>
  (await app.database.pool.query<{ password_hash: string }>('select * from sys_password_history where sys_user_id = $1', [userId])).rows;

describe('a former password', () => {
  it('is refused while it is one of the last five, and accepted again afterwards', async () => {
    const session = await app.userWith({});
    let { token } = session;
    for (let at = 1; at <= 6; at++) {
      const { code, data } = await change(token, passwordOf(at - 1), passwordOf(at));
      expect(code).toBe(20000);
      token = data.credentials.accessToken;
      if (at > 1 && at !== 5) continue;
      const { code: refused, data: why } = await change(token, passwordOf(at), userPassword);
      expect([refused, why.fields]).toEqual([40000, [{ field: 'newPassword', message: '新密码不能与最近用过的五个密码相同' }]]);
    }
    expect(await hashes(session)).toHaveLength(5);
    expect(JSON.stringify(await hashes(session))).not.toContain('Lantern');
    expect((await change(token, passwordOf(6), passwordOf(0))).code).toBe(20000);
  });

  it('is still refused after an administrator set others, also when users edit themselves in the users form', async () => {
    const session = await app.userWith({ 'sys/user': ['read', 'edit'] });
    const own = async (userPasswordTyped: string) =>
      save(session.token, { id: session.userId, version: await versionOf(session), userPassword: userPasswordTyped });
    for (const typed of [passwordOf(1), passwordOf(2)])
      expect((await save(admin, { id: session.userId, version: await versionOf(session), userPassword: typed })).code).toBe(20000);
    session.token = (await app.signIn(session.account, passwordOf(2))).token;
    for (const former of [userPassword, passwordOf(1), passwordOf(2)]) {
      expect((await change(session.token, passwordOf(2), former)).data.fields.map(({ field }) => field)).toEqual(['newPassword']);
      expect((await own(former)).data.fields.map(({ field }) => field)).toEqual(['userPassword']);
    }
    expect((await own(passwordOf(3))).code).toBe(20000);
  });

  it('may be set by an administrator, to whom a refusal would reveal it', async () => {
    const session = await app.userWith({});
    for (const typed of [userPassword, passwordOf(1), userPassword])
      expect((await save(admin, { id: session.userId, version: await versionOf(session), userPassword: typed })).code).toBe(20000);
  });

  it('is deleted with its user, and restored with them from the recycle bin', async () => {
    const session = await app.userWith({});
    expect((await change(session.token, userPassword, passwordOf(1))).code).toBe(20000);
    expect((await app.call(admin, 'DELETE', `sys/user/delete/${session.userId}`)).code).toBe(20000);
    expect(await hashes(session)).toEqual([]);
    const { data } = await app.call<{ items: { id: string }[] }>(
      admin,
      'GET',
      `sys/recycle/select-page?like=recycleName:${session.account}`,
    );
    expect((await app.call(admin, 'POST', `sys/recycle/restore/${data.items[0]?.id}`)).code).toBe(20000);
    expect(await hashes(session)).toHaveLength(1);
    const { token } = await app.signIn(session.account, passwordOf(1));
    expect((await change(token, passwordOf(1), userPassword)).code).toBe(40000);
  });
});
