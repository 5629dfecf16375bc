import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { LoginGuard } from './login-guard.ts';
import { hashCheaply } from '../passwords/password.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayOf } from '../../testing/seal-values.ts';
import { openTestApp, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';

/* Guessing is slowed down by account and network, and by address (docs/hardening.md A10 to A13). */
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.drop());

const fail = async (account: string, address: string, times: number) => {
  const codes: number[] = [];
  for (let at = 0; at < times; at++) codes.push((await app.login(account, 'wrong-password', { address })).code);
  return codes;
};
const release = (account: string) =>
  app.database.pool.query(`update sys_login_failure set locked_until = now() where key like 'account:' || $1 || ':%'`, [account]);

describe('an account', () => {
  it('is locked after five failures, for the right password too, until the lock expires', async () => {
    const { account } = await app.userWith({});
    expect(await fail(account, '10.1.0.1', 6)).toEqual([40001, 40001, 40001, 40001, 40001, 40002]);
    const locked = await app.login(account, userPassword, { address: '10.1.0.1' });
    expect(locked).toMatchObject({ status: 200, code: 40002, message: '账号已锁定，请1分钟后再试' });
    expect(Number(locked.headers['retry-after'])).toBe(60);
    await release(account);
    expect((await app.login(account, userPassword, { address: '10.1.0.1' })).code).toBe(20000);
  });

  it('is locked longer each time, up to a quarter of an hour', async () => {
    const { account } = await app.userWith({});
    await fail(account, '10.1.1.1', 5);
    const minutes: unknown[] = [];
    for (let at = 0; at < 6; at++) {
      minutes.push(/(\d+)分钟/.exec((await app.login(account, userPassword, { address: '10.1.1.1' })).message)?.[1]);
      await release(account);
      await fail(account, '10.1.1.1', 1);
    }
    expect(minutes).toEqual(['1', '2', '4', '8', '15', '15']);
  });

  it('is counted from zero again after a success', async () => {
    const { account } = await app.userWith({});
    for (let round = 0; round < 2; round++) {
      expect(await fail(account, '10.1.2.1', 4)).toEqual([40001, 40001, 40001, 40001]);
      expect((await app.login(account, userPassword, { address: '10.1.2.1' })).code).toBe(20000);
    }
  });

  it('cannot be locked for its owner from another network; a lock applies to a whole network', async () => {
    const { account } = await app.userWith({});
    await fail(account, '10.1.3.1', 5);
    expect((await app.login(account, userPassword, { address: '10.1.4.1' })).code).toBe(20000);
    expect((await app.login(account, userPassword, { address: '10.1.3.200' })).code).toBe(40002);
    await fail(account, '2001:db8:1:2::1', 5);
    expect((await app.login(account, userPassword, { address: '2001:db8:1:2:aaaa:bbbb:cccc:dddd' })).code).toBe(40002);
    expect((await app.login(account, userPassword, { address: '2001:db8:1:3::1' })).code).toBe(20000);
  });

  it('cannot be guessed at under other spellings of its name', async () => {
    const { account } = await app.userWith({});
    await fail(account.toUpperCase(), '10.1.5.1', 3);
    await fail(` ${account}`, '10.1.5.1', 2);
    expect((await app.login(account, userPassword, { address: '10.1.5.1' })).code).toBe(40002);
  });

  it('is locked in the same way whether it exists or not', async () => {
    expect(await fail('nobody', '10.1.6.1', 6)).toEqual([40001, 40001, 40001, 40001, 40001, 40002]);
  });
});

it('an address that tries many accounts gets 42900, and the accounts can still sign in from elsewhere', async () => {
  const { account } = await app.userWith({});
  const codes: number[] = [];
  for (let at = 0; at < 31; at++) codes.push((await app.login(`someone${at}`, 'wrong-password', { address: '10.1.7.1' })).code);
  expect(codes.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 40001));
  const slow = await app.login(account, userPassword, { address: '10.1.7.1' });
  expect(slow).toMatchObject({ status: 429, code: 42900, message: '操作过于频繁，请稍后再试' });
  expect(slow.headers['retry-after']).toBe('60');
  expect((await app.login(account, userPassword, { address: '10.1.8.1' })).code).toBe(20000);
});

it('concurrent guesses are all counted, and no more than five are verified', async () => {
  const { account } = await app.userWith({});
  const answers = await Promise.all(Array.from({ length: 20 }, () => app.login(account, 'wrong-password', { address: '10.1.9.1' })));
  expect(answers.filter(({ code }) => code === 40001)).toHaveLength(5);
  expect(answers.filter(({ code }) => code === 40002)).toHaveLength(15);
});

it('attempts after a lock are distinguished from counted ones even if the clock stands still between them', async () => {
  const { account } = await app.userWith({});
  const guard = new LoginGuard(app.database.db, { loginFailures: 5 });
  const attempt = { account, client: { ip: '10.1.14.1', browser: null, os: null } };
  const minutes = await withTransaction(app.database.db, async (db) => {
    const all: (number | undefined)[] = [];
    for (let at = 0; at < 7; at++) all.push(await guard.count(db, attempt));
    return all;
  });
  expect(minutes).toEqual([undefined, undefined, undefined, undefined, undefined, 1, 1]);
});

it('a lock that began while a right password was being verified is kept', async () => {
  const { account } = await app.userWith({});
  const guard = new LoginGuard(app.database.db, { loginFailures: 5 });
  const attempt = { account, client: { ip: '10.1.15.1', browser: null, os: null } };
  for (let at = 0; at < 5; at++) await guard.count(app.database.db, attempt);
  await guard.succeeded(app.database.db, attempt);
  expect(await guard.minutesLeft(app.database.db, attempt)).toBe(1);
});

it('a right guess among many concurrent wrong ones gains nothing', async () => {
  // Verification takes as long here as in the product: a right guess verified before five wrong ones have failed is not one among many.
  hashCheaply(false);
  const { account } = await app.userWith({});
  hashCheaply();
  // Each right one may follow four wrong ones, and resets the count; in any order, at least five wrong ones remain.
  const wrong = Array.from({ length: 3 * 4 + 5 }, () => app.login(account, 'wrong-password', { address: '10.1.12.1' }));
  const right = Array.from({ length: 3 }, () => app.login(account, userPassword, { address: '10.1.12.1' }));
  await Promise.all([...wrong, ...right]);
  expect((await app.login(account, userPassword, { address: '10.1.12.1' })).code).toBe(40002);
});

it('concurrent successful sign-ins do not block each other', async () => {
  const { account } = await app.userWith({});
  const answers = await Promise.all(Array.from({ length: 40 }, () => app.login(account, userPassword, { address: '10.1.13.1' })));
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([20000]));
});

it('successful sign-ins are not counted, however many', async () => {
  const { account } = await app.userWith({});
  const codes: number[] = [];
  for (let at = 0; at < 32; at++) codes.push((await app.login(account, userPassword, { address: '10.1.10.1' })).code);
  expect(new Set(codes)).toEqual(new Set([20000]));
});

it('guesses encrypted with the dates of yesterday and tomorrow count together, apart from those of today', async () => {
  const { account } = await app.userWith({});
  const from = (days: number) => ({ address: '10.1.11.1', day: dayOf(new Date(), days) });
  for (const days of [-1, 1, -1, 1, -1]) expect((await app.login(account, 'wrong-password', from(days))).code).toBe(40001);
  expect((await app.login(account, userPassword, from(1))).code).not.toBe(20000);
  expect((await app.login(account, userPassword, from(0))).code).toBe(20000);
});

it('an account remembers the ten networks seen last, each for ninety days', async () => {
  const { account, userId } = await app.userWith({});
  const { pool } = app.database;
  await pool.query('DELETE FROM sys_known_client WHERE sys_user_id = $1', [userId]);
  // Ten networks seen one to ten days ago, and browsers, which are counted separately.
  await pool.query(
    `INSERT INTO sys_known_client (sys_user_id, client, seen_time)
     SELECT $1::uuid, 'network:known-' || n, now() - make_interval(days => n) FROM generate_series(1, 10) n
     UNION ALL SELECT $1::uuid, 'device:kept', now() - interval '89 days' UNION ALL SELECT $1::uuid, 'device:old', now() - interval '91 days'`,
    [userId],
  );
  expect((await app.login(account, userPassword, { address: '10.1.16.1' })).code).toBe(20000);
  const { rows } = await pool.query<{ client: string }>(
    `SELECT client FROM sys_known_client WHERE sys_user_id = $1 AND client NOT LIKE 'network:10.%' ORDER BY seen_time DESC`,
    [userId],
  );
  expect(rows.map(({ client }) => client)).toEqual([...Array.from({ length: 9 }, (_, at) => `network:known-${at + 1}`), 'device:kept']);
});

it('guessing a password within a session locks that session only, and is recorded in the sign-in log', async () => {
  const { account, token } = await app.userWith({});
  const other = await app.signIn(account, userPassword);
  const change = (by: string, oldPassword: string) =>
    app.call(by, 'PUT', `sys/user/update-password?oldPassword=${oldPassword}&newPassword=Another-Horse-77`);
  for (let times = 0; times < 5; times += 1) expect((await change(token, 'wrong-password')).code).not.toBe(40002);
  expect((await change(token, userPassword)).code).toBe(40002);
  const { rows } = await app.database.pool.query(
    `SELECT login_message, login_status FROM sys_log_login WHERE user_account = $1 AND login_message LIKE '账号已锁定%'`,
    [account],
  );
  expect(rows).toEqual([{ login_message: '账号已锁定，拒绝验证密码或验证码', login_status: '失败' }]);
  expect((await change(other.token, userPassword)).code).toBe(20000);
});

it("a right password within a session takes its failures off the account's count, whatever the plan of the query", async () => {
  const { account } = await app.userWith({});
  const guard = new LoginGuard(app.database.db, { loginFailures: 5 });
  const attempt = { account, client: { ip: '10.1.17.1', browser: null, os: null }, sessionId: randomUUID() };
  for (let at = 0; at < 3; at++) await guard.count(app.database.db, attempt);
  await withTransaction(app.database.db, async (db) => {
    await sql`SET LOCAL enable_nestloop = off`.execute(db);
    await sql`SET LOCAL enable_mergejoin = off`.execute(db);
    await guard.succeeded(db, attempt);
  });
  const { rows } = await app.database.pool.query('SELECT failures FROM sys_login_failure WHERE key = $1', [`all:${account}`]);
  expect(rows).toEqual([{ failures: 0 }]);
});
