import type { RecoveryCodes, TwoFactorSecret } from '@back-office/contract/calls/two-factor.ts';
import { openModuleApp } from '@back-office/app/testing/server/open-module-app.ts';
import { type Session, type TestApp, userPassword as password } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agreements, moduleOf, serverOf } from '../../testing/trial-module.ts';
import { secretCode } from '../../testing/secret-code.ts';
import { ok } from '../../platform/http/ok.ts';
import { refusedField } from '../../platform/http/refusal.ts';
import { onceProved } from '../session/once.ts';

let app: TestApp;
let prove = async (): Promise<void> => undefined;
beforeAll(async () => {
  const routes = serverOf({
    routes: (server, { db }) => {
      const prepared = { config: { right: 'own', summary: '证明' } } as const;
      server.post('/api/acme/proved', prepared, async (request) =>
        ok(
          await onceProved(
            db,
            request,
            () => prove(),
            async () => 'done',
          ),
        ),
      );
    },
  });
  app = await openModuleApp(moduleOf(agreements), routes);
});
afterAll(() => app.drop());

const post = <Data>({ token }: Session, path: string, body: unknown, key?: string) =>
  app.call<Data>(token, 'POST', path, body, key === undefined ? {} : { headers: { 'idempotency-key': key } });

async function withTwoFactor(): Promise<{ person: Session; codes: string[] }> {
  const person = await app.userWith({ 'sys/dict': ['read'] });
  const { data } = await post<TwoFactorSecret>(person, 'sys/user/start-two-step', { password });
  const code = secretCode(data.secret, new Date());
  return { person, codes: (await post<RecoveryCodes>(person, 'sys/user/confirm-two-step', { code })).data.recoveryCodes };
}
const refusals = async ({ account }: Session): Promise<number> => {
  const failed = "SELECT count(*)::int AS n FROM sys_log_login WHERE user_account = $1 AND login_status = '失败'";
  return (await app.database.pool.query<{ n: number }>(failed, [account])).rows[0]?.n ?? -1;
};

describe('a call that needs a code, sent several times at once with one idempotency key', () => {
  it('is executed once with one code, and each of them gets the answer', async () => {
    const { person, codes } = await withTwoFactor();
    const renew = () => post<RecoveryCodes>(person, 'sys/user/renew-recovery-codes', { password, code: codes[0] }, 'at once');
    const answers = await Promise.all(Array.from({ length: 4 }, renew));
    expect(answers.map(({ code, message }) => [code, message])).toEqual(answers.map(() => [20000, '操作成功']));
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(await refusals(person)).toBe(0);
  });

  it('spends a code with each key', async () => {
    const { person, codes } = await withTwoFactor();
    const expireTime = new Date(Date.now() + 86_400_000).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' });
    const form = { tokenName: '考勤', tokenRights: ['sys/dict:read'], expireTime, code: codes[1] };
    const made = async (key: string) => (await post(person, 'sys/token/save-own', form, key)).code;
    expect([await made('one'), await made('one'), await made('other')]).toEqual([20000, 20000, 40000]);
  });

  it('leaves the wrong codes counted that were tried since the first', async () => {
    const { person, codes } = await withTwoFactor();
    const renew = (code: unknown, key: string) => post<RecoveryCodes>(person, 'sys/user/renew-recovery-codes', { password, code }, key);
    const guess = () => renew('000000', `wrong ${Math.random()}`);
    expect((await renew(codes[0], 'kept')).code).toBe(20000);
    // As while the first still runs, or once it has failed.
    await app.database.pool.query('DELETE FROM sys_idempotency WHERE answer IS NOT NULL');
    const counted = async () =>
      (await app.database.pool.query<{ most: number }>("SELECT max(failures) AS most FROM sys_login_failure WHERE key LIKE 'code:%'"))
        .rows[0]?.most;
    await guess();
    await guess();
    expect(await counted()).toBe(2);
    expect((await renew(codes[0], 'kept')).code).toBe(20000);
    expect(await counted()).toBe(2);
  });

  it('keeps a code that is not needed, since nothing could be made', async () => {
    const { person, codes } = await withTwoFactor();
    const expireTime = new Date(Date.now() + 86_400_000).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' });
    const form = { tokenName: '考勤', tokenRights: ['sys/dict:read'], expireTime };
    const make = (code: unknown) => post(person, 'sys/token/save-own', { ...form, code });
    expect((await make(codes[3])).code).toBe(20000);
    const columns = 'token_name, sys_user_id, token_rights, expire_time, token_status';
    const of = [person.userId];
    await app.database.pool.query(
      `INSERT INTO sys_token (id, ${columns}) SELECT gen_random_uuid(), ${columns} FROM sys_token, generate_series(1, 49) WHERE sys_user_id = $1`,
      of,
    );
    expect(await make(codes[4])).toMatchObject({ code: 40000, data: { fields: [{ field: 'tokenName' }] } });
    await app.database.pool.query('DELETE FROM sys_token WHERE id IN (SELECT id FROM sys_token WHERE sys_user_id = $1 LIMIT 1)', of);
    expect((await make(codes[4])).code).toBe(20000);
  });

  it('unlocks a screen with that code only once', async () => {
    const { person, codes } = await withTwoFactor();
    const unlock = () => post(person, 'session/unlock', { code: codes[2] }, 'unlock');
    await post(person, 'session/lock', undefined);
    expect((await unlock()).code).toBe(20000);
    await post(person, 'session/lock', undefined);
    expect((await unlock()).code).toBe(40000);
  });
});

describe('a repeat whose proof is refused', () => {
  it('gets the answer of the first if that has finished meanwhile', async () => {
    const person = await app.userWith({});
    const call = () => post<string>(person, 'acme/proved', {}, 'meanwhile');
    prove = async () => {
      prove = async () => undefined;
      expect((await call()).code).toBe(20000);
      throw refusedField('code', '验证码不正确或已使用，请重试');
    };
    expect(await call()).toMatchObject({ code: 20000, data: 'done' });
  });
});
