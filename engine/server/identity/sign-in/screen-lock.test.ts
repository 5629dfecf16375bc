import type { TwoFactorSecret } from '@back-office/contract/calls/two-factor.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secretCode } from '../../testing/secret-code.ts';
import { sealParameter } from '../../testing/seal-values.ts';
import { openTestApp, type Session, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';
import { fetchPath, sendFile } from '@back-office/app/testing/server/uploads.ts';
import { pngOf } from '../../testing/file-samples.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.drop());

const lock = ({ token }: Session) => app.call(token, 'POST', 'session/lock');
const unlock = ({ token }: Session, body: unknown) => app.call(token, 'POST', 'session/unlock', body);
const read = ({ token }: Session) => app.call(token, 'GET', 'sys/dict/select-page');
const person = () => app.userWith({ 'sys/dict': ['read', 'add'] });

describe('a locked session', () => {
  it('is refused every call but unlocking and signing out, even those that only need a session', async () => {
    const somebody = await person();
    expect((await lock(somebody)).code).toBe(20000);
    expect(await read(somebody)).toMatchObject({ status: 200, code: 40304, message: '屏幕已锁定，请先解锁' });
    for (const [method, path] of [
      ['POST', 'sys/dict/save'],
      ['POST', 'live/ticket'],
      ['GET', 'sys/user/select-roles'],
      ['GET', 'sys/user/two-step'],
      ['PUT', 'sys/user/update-password'],
      ['POST', 'sys/user/stop-two-step'],
    ] as const)
      expect({ path, ...(await app.call(somebody.token, method, path, method === 'GET' ? undefined : {})) }).toMatchObject({
        path,
        code: 40304,
      });
    expect((await lock(somebody)).code).toBe(20000);
    expect((await app.call(somebody.token, 'GET', 'logout')).code).toBe(20000);
    expect((await unlock(somebody, { password: userPassword })).code).toBe(40003);
  });

  it('is none with a one-time password, which must be changed first', async () => {
    const admin = await app.admin();
    const { data } = await app.call(admin, 'POST', 'sys/user/save', { userAccount: 'onetime.lock', userName: '新人' });
    const session = await app.signIn('onetime.lock', String(data['oneTimePassword']));
    expect((await lock(session)).code).toBe(40301);
    const changed = { oldPassword: String(data['oneTimePassword']), newPassword: 'Another-Horse-42' };
    expect((await app.call(session.token, 'PUT', 'sys/user/update-password', new URLSearchParams(changed))).code).toBe(20000);
  });

  it('is locked alone: other sessions of the user are not', async () => {
    const somebody = await person();
    const elsewhere = await app.signIn(somebody.account, userPassword);
    await lock(somebody);
    expect([(await read(somebody)).code, (await read(elsewhere)).code]).toEqual([40304, 20000]);
  });

  it('cannot open files by the signed paths that its page knows', async () => {
    const somebody = await person();
    const { data } = await sendFile(app, somebody.token, { name: 'a.png', bytes: pngOf(4, 4), fields: { otcId: '', otcType: '' } });
    expect((await fetchPath(app, data.filePath)).status).toBe(200);
    await lock(somebody);
    expect((await fetchPath(app, data.filePath)).status).toBe(403);
    await unlock(somebody, { password: userPassword });
    expect((await fetchPath(app, data.filePath)).status).toBe(200);
  });
});

describe('unlocking', () => {
  it('accepts the password, plain or sealed, and the session goes on', async () => {
    const somebody = await person();
    for (const password of [userPassword, sealParameter(userPassword, 'password', somebody.secretKey)]) {
      await lock(somebody);
      expect((await unlock(somebody, { password })).code).toBe(20000);
      expect((await read(somebody)).code).toBe(20000);
    }
  });

  it('refuses a wrong password at its field, logs it, and is locked after five like signing in', async () => {
    const somebody = await person();
    await lock(somebody);
    for (let left = 5; left > 0; left -= 1)
      expect(await unlock(somebody, { password: 'wrong-password' })).toMatchObject({
        code: 40000,
        data: { fields: [{ field: 'password', message: '密码不正确' }] },
      });
    expect(await unlock(somebody, { password: userPassword })).toMatchObject({ code: 40002 });
    expect((await read(somebody)).code).toBe(40304);
    const { rows } = await app.database.pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM sys_log_login WHERE user_account = $1 AND login_status = '失败' AND login_message = '解锁屏幕失败'`,
      [somebody.account],
    );
    expect(rows[0]?.count).toBeGreaterThanOrEqual(5);
    await app.database.pool.query('UPDATE sys_login_failure SET locked_until = now()');
    expect((await unlock(somebody, { password: userPassword })).code).toBe(20000);
  });

  it('accepts a second-factor code, each only once', async () => {
    const somebody = await person();
    const post = (path: string, body: unknown) => app.call<TwoFactorSecret>(somebody.token, 'POST', `sys/user/${path}`, body);
    const { secret } = (await post('start-two-step', { password: userPassword })).data;
    await post('confirm-two-step', { code: secretCode(secret, new Date()) });
    await lock(somebody);
    expect((await unlock(somebody, { code: '000000' })).code).toBe(40000);
    const code = secretCode(secret, new Date(), 1);
    expect((await unlock(somebody, { code })).code).toBe(20000);
    await lock(somebody);
    expect((await unlock(somebody, { code })).code).toBe(40000);
  });

  it('requires a password or a code', async () => {
    const somebody = await person();
    for (const body of [{}, { password: '' }, { password: 7 }, { code: '' }]) expect((await unlock(somebody, body)).code).toBe(40000);
  });
});
