import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Credentials } from '@back-office/contract/calls/login.ts';
import { sealParameter } from '../../testing/seal-values.ts';
import { openTestApp, type Session, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.drop());

const next = 'Another-Horse-42';
const put = (token: string | undefined, query: Record<string, string>, form?: Record<string, string>) =>
  app.call<{ credentials: Credentials; fields: { field: string }[] }>(
    token,
    'PUT',
    `sys/user/update-password?${new URLSearchParams(query).toString()}`,
    form && new URLSearchParams(form),
  );
const plain = { oldPassword: userPassword, newPassword: next };
const sealed = ({ secretKey }: Pick<Session, 'secretKey'>) => ({
  oldPassword: sealParameter(userPassword, 'oldPassword', secretKey),
  newPassword: sealParameter(next, 'newPassword', secretKey),
});
const hashOf = async ({ userId }: Session) =>
  (await app.database.pool.query<{ user_password: string }>('select user_password from sys_user where id = $1', [userId])).rows[0]
    ?.user_password;
const codeOf = async (token: string) => (await app.call(token, 'GET', 'sys/user/select-roles')).code;

describe('update-password', () => {
  it.each<[string, (session: Session) => [Record<string, string>, Record<string, string>?]]>([
    ['plain in the query', () => [plain]],
    ['sealed in the query', (session) => [sealed(session)]],
    ['plain in a form body', () => [{}, plain]],
    ['sealed in a form body', (session) => [{}, sealed(session)]],
  ])('accepts its values %s, and continues the session under new credentials', async (_how, values) => {
    const session = await app.userWith({});
    const { code, data } = await put(session.token, ...values(session));
    expect(code).toBe(20000);
    expect(data.credentials.accessToken).not.toBe(session.token);
    expect(data.credentials.secretKey).not.toBe(session.secretKey);
    expect(await codeOf(data.credentials.accessToken)).toBe(20000);
    expect(await codeOf(session.token)).toBe(40003);
    expect((await app.login(session.account, userPassword)).code).toBe(40001);
    expect((await app.login(session.account, next)).code).toBe(20000);
    expect(
      (
        await put(data.credentials.accessToken, {
          oldPassword: next,
          newPassword: sealParameter('Third-Horse-77', 'newPassword', data.credentials.secretKey),
        })
      ).code,
    ).toBe(20000);
  });

  it('opens a value sealed in base64 with padding, as many libraries write it', async () => {
    const session = await app.userWith({});
    const password = 'Padded-Pw-42';
    const seal = sealParameter(password, 'newPassword', session.secretKey);
    const newPassword = `v1.${Buffer.from(seal.slice(3), 'base64url').toString('base64')}`;
    expect(newPassword).toMatch(/==$/);
    expect((await put(session.token, { oldPassword: userPassword, newPassword })).code).toBe(20000);
    expect((await app.login(session.account, password)).code).toBe(20000);
  });

  it('accepts plain passwords that begin like a sealed value', async () => {
    const session = await app.userWith({});
    const first = await put(session.token, { oldPassword: userPassword, newPassword: 'v1.Horse-42' });
    expect(first.code).toBe(20000);
    const second = await put(first.data.credentials.accessToken, { oldPassword: 'v1.Horse-42', newPassword: 'v1.Other-43' });
    expect(second.code).toBe(20000);
    expect((await app.login(session.account, 'v1.Other-43')).code).toBe(20000);
  });

  it("ends every other session of the account with 41003, and nobody else's", async () => {
    const session = await app.userWith({});
    const others = await Promise.all([app.signIn(session.account, userPassword), app.signIn(session.account, userPassword)]);
    const stranger = await app.userWith({});
    expect((await put(session.token, plain)).code).toBe(20000);
    for (const { token } of others)
      expect(await app.call(token, 'GET', 'sys/user/select-roles')).toMatchObject({ code: 41003, message: '密码已修改，请重新登录' });
    expect(await codeOf(stranger.token)).toBe(20000);
  });

  it("changes one's own password, whatever id is sent along", async () => {
    const [session, victim] = [await app.userWith({}), await app.userWith({})];
    const before = await hashOf(victim);
    await put(session.token, { ...plain, id: victim.userId, userId: victim.userId, userAccount: victim.account });
    expect(await hashOf(victim)).toBe(before);
    expect((await app.login(victim.account, userPassword)).code).toBe(20000);
  });

  it('needs a session', async () => {
    expect((await put(undefined, plain)).code).toBe(40003);
  });

  it.each<[string, (session: Session) => [Record<string, string>, Record<string, string>?], string]>([
    ['no old password', () => [{ newPassword: next }], 'oldPassword'],
    ['no new password', () => [{ oldPassword: userPassword }], 'newPassword'],
    ['an empty new password', () => [{ ...plain, newPassword: '' }], 'newPassword'],
    ['a wrong old password', () => [{ ...plain, oldPassword: 'wrong-password' }], 'oldPassword'],
    ['values in the query and in the body', () => [plain, plain], 'oldPassword'],
    ['a value in both places', () => [plain, { newPassword: next }], 'newPassword'],
    ['the same password again', () => [{ oldPassword: userPassword, newPassword: userPassword }], 'newPassword'],
    ['a new password of seven characters', () => [{ ...plain, newPassword: 'a1B2c3D' }], 'newPassword'],
    ['a new password of 257 characters', () => [{ ...plain, newPassword: 'aB3'.repeat(90) }], 'newPassword'],
    ['an old password of 5,000 characters', () => [{ ...plain, oldPassword: 'a'.repeat(5000) }], 'oldPassword'],
    ['a common new password', () => [{ ...plain, newPassword: 'Woaini1314' }], 'newPassword'],
    ['a new password of one repeated character', () => [{ ...plain, newPassword: 'xxxxxxxxxx' }], 'newPassword'],
    ['a new password that contains the account', (session) => [{ ...plain, newPassword: `x${session.account}x` }], 'newPassword'],
    ['a new password with a control character', () => [{ ...plain, newPassword: 'Another\u0000Horse' }], 'newPassword'],
    ['a new password with a tab, which signing in does not accept', () => [{ ...plain, newPassword: 'Another\tHorse' }], 'newPassword'],
    ['a new password with a control character beyond ASCII', () => [{ ...plain, newPassword: 'Another\u0085Horse' }], 'newPassword'],
    [
      'a value sealed for the other parameter',
      (session) => [{ ...plain, newPassword: sealParameter(next, 'oldPassword', session.secretKey) }],
      'newPassword',
    ],
    [
      'a value sealed with another key',
      () => [{ ...plain, newPassword: sealParameter(next, 'newPassword', Buffer.alloc(32).toString('base64')) }],
      'newPassword',
    ],
    [
      'a truncated seal',
      (session) => [{ ...plain, newPassword: sealParameter(next, 'newPassword', session.secretKey).slice(0, 33) }],
      'newPassword',
    ],
    ['an empty seal', () => [{ ...plain, newPassword: 'v1.' }], 'newPassword'],
  ])('refuses %s, and changes nothing', async (_what, values, field) => {
    const session = await app.userWith({});
    const before = await hashOf(session);
    const { code, data } = await put(session.token, ...values(session));
    expect([code, data.fields[0]?.field]).toEqual([40000, field]);
    expect(await hashOf(session)).toBe(before);
    expect(await codeOf(session.token)).toBe(20000);
  });

  it.each(['newPassword=a12345678&newPassword=b12345678', 'newPassword[]=a12345678', 'newPassword[x]=a12345678'])(
    'refuses %s',
    async (query) => {
      const session = await app.userWith({});
      expect((await app.call(session.token, 'PUT', `sys/user/update-password?oldPassword=${userPassword}&${query}`)).code).toBe(40000);
    },
  );

  it('counts wrong old passwords like failed sign-ins', async () => {
    const session = await app.userWith({});
    const codes: number[] = [];
    for (let at = 0; at < 6; at++) codes.push((await put(session.token, { ...plain, oldPassword: 'wrong-password' })).code);
    expect(codes).toEqual([40000, 40000, 40000, 40000, 40000, 40002]);
  });

  it('succeeds for only one of two concurrent changes', async () => {
    const session = await app.userWith({});
    const other = await app.signIn(session.account, userPassword);
    const codes = (await Promise.all([put(session.token, plain), put(other.token, { ...plain, newPassword: 'Fourth-Horse-11' })])).map(
      ({ code }) => code,
    );
    expect(codes.filter((code) => code === 20000)).toHaveLength(1);
  });
});

describe('a one-time password', () => {
  it('gives access to nothing but changing it, signing out and the configuration', async () => {
    const admin = await app.admin();
    const { data } = await app.call(admin, 'POST', 'sys/user/save', { userAccount: 'newcomer', userName: '新人' });
    const { token } = await app.signIn('newcomer', data['oneTimePassword'] as string);
    for (const path of ['sys/user/select-roles', 'sys/dict/select-tree', 'sys/user/select-page', `sys/user/select-info/${data.id}`]) {
      expect(await app.call(token, 'GET', path)).toMatchObject({ status: 200, code: 40301, message: '请先修改密码' });
    }
    expect((await app.call(token, 'GET', 'config')).code).toBe(20000);
    const changed = await put(token, { oldPassword: data['oneTimePassword'] as string, newPassword: next });
    expect(await codeOf(changed.data.credentials.accessToken)).toBe(20000);
    const again = await app.signIn('newcomer', next);
    expect(await codeOf(again.token)).toBe(20000);
  });

  it('allows signing out before it is changed', async () => {
    const { data } = await app.call(await app.admin(), 'POST', 'sys/user/save', { userAccount: 'passing-by', userName: '过客' });
    const { token } = await app.signIn('passing-by', data['oneTimePassword'] as string);
    expect((await app.call(token, 'GET', 'logout')).code).toBe(20000);
    expect(await codeOf(token)).toBe(40003);
  });
});
