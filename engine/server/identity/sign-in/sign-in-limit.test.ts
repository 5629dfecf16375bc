import { randomBytes } from 'node:crypto';
import type { RecoveryCodes, TwoFactorSecret } from '@back-office/contract/calls/two-factor.ts';
import type { NoticeList } from '@back-office/sys/notices/own-notices.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JobContext } from '../../platform/jobs/job-kind.ts';
import { openTestApp, type Session, type TestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';
import { secretCode } from '../../testing/secret-code.ts';
import { watchGuessing } from '@back-office/sys/account/server/watch-guessing.ts';

/* One account is guessed at from many networks: few guesses are verified, and its owner can still sign in
 * (docs/hardening.md A10 to A13). */
let app: TestApp;
const now = new Date();
beforeAll(async () => {
  app = await openTestApp({ clock: () => now });
});
afterAll(() => app.drop());

let networks = 0;
const elsewhere = () => `10.${100 + Math.floor((networks += 1) / 250)}.${networks % 250}.1`;
const query = async <Row>(text: string, values: unknown[] = []) => (await app.database.pool.query(text, values)).rows as Row[];

/** Guesses, each from a network of its own; returns how many were verified. */
async function guess(account: string, times: number): Promise<number> {
  let looked = 0;
  for (let at = 0; at < times; at++)
    looked += Number((await app.login(account, 'wrong-password', { address: elsewhere() })).code === 40001);
  return looked;
}
/** Records earlier failures, as if from as many networks. */
const failedBefore = (account: string, failures: number) =>
  query('insert into sys_login_failure (key, failures) values ($1, $2)', [`all:${account}`, failures]);
const job: JobContext = {
  id: '',
  payload: null,
  ownerId: null,
  attempt: 1,
  signal: new AbortController().signal,
  progress: () => undefined,
};
const lines = (account: string) =>
  query<{ message: string; ip: string }>(
    `select login_message as message, login_ip as ip from sys_log_login where user_account = $1 and login_message like '%锁定%' order by id`,
    [account],
  );
const forgetLocks = (account: string) =>
  query(`update sys_login_failure set locked_until = now() where key like '%:' || $1 || '%'`, [account]);

describe('guesses at one account from any number of networks', () => {
  it('are verified 20 times, then once per lock, each lock longer; the same for an unknown account', async () => {
    const { account } = await app.userWith({});
    const unknown = `nobody${account}`;
    for (const name of [account, unknown]) {
      await failedBefore(name, 15);
      expect(await guess(name, 9)).toBe(5);
      const minutes: unknown[] = [];
      for (let at = 0; at < 8; at++) {
        const refused = await app.login(name, userPassword, { address: elsewhere() });
        expect(refused).toMatchObject({ status: 200, code: 40002 });
        minutes.push(/^账号已锁定，请(\d+)分钟后再试$/.exec(refused.message)?.[1]);
        await forgetLocks(name);
        expect(await guess(name, 3)).toBe(1);
      }
      expect(minutes).toEqual(['1', '2', '4', '8', '15', '30', '60', '60']);
    }
  });

  it('made concurrently gain nothing more, even with the right password among them', async () => {
    const { account } = await app.userWith({});
    await failedBefore(account, 12);
    const wrong = Array.from({ length: 20 }, () => app.login(account, 'wrong-password', { address: elsewhere() }));
    const late = Array.from({ length: 3 }, () => app.login(account, userPassword, { address: elsewhere() }));
    const answers = await Promise.all(wrong);
    await Promise.all(late);
    expect(answers.filter(({ code }) => code === 40001).length).toBeLessThanOrEqual(8);
    expect((await app.login(account, userPassword, { address: elsewhere() })).code).toBe(40002);
  });

  it('mixed with sign-ins of the owner never exceed the limit plus what those sign-ins reset', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 25, maxLength: 45 }), async (from) => {
        const { account } = await app.userWith({});
        const base = (networks += 61) % 250;
        let looked = 0;
        for (const [at, one] of from.entries()) {
          const { code } = await app.login(account, 'wrong-password', { address: `10.${base}.${one}.9` });
          looked += Number(code === 40001);
          if (at === 10) expect((await app.login(account, userPassword)).code).toBe(20000);
        }
        expect(looked).toBeLessThanOrEqual(20);
        expect((await app.login(account, userPassword)).code).toBe(20000);
      }),
      { numRuns: 2, seed: 13 },
    );
  });
});

describe('the owner of an account under attack', () => {
  it('can sign in from a known network, and remains known there while the attack continues', async () => {
    const { account } = await app.userWith({});
    await failedBefore(account, 19);
    expect(await guess(account, 3)).toBe(1);
    for (let round = 0; round < 2; round++) {
      expect((await app.login(account, userPassword, { address: '127.0.0.77' })).code).toBe(20000);
      expect(await guess(account, 3)).toBe(0);
    }
  });

  it('can sign in from anywhere with a known browser, even if the network itself is locked', async () => {
    const { account } = await app.userWith({});
    const headers = { 'x-device': randomBytes(32).toString('base64url') };
    expect((await app.login(account, userPassword, { headers })).code).toBe(20000);
    await failedBefore(account, 19);
    await guess(account, 1);
    const address = elsewhere();
    await query('delete from sys_known_client where client like $1', ['network:%']);
    expect((await app.login(account, userPassword, { address })).code).toBe(40002);
    expect((await app.login(account, userPassword, { address, headers: { 'x-device': randomBytes(32).toString('base64url') } })).code).toBe(
      40002,
    );
    expect((await app.login(account, userPassword, { address, headers })).code).toBe(20000);
  });

  it('has no more attempts in a known browser than in any other', async () => {
    const { account } = await app.userWith({});
    const headers = { 'x-device': randomBytes(32).toString('base64url') };
    await app.login(account, userPassword, { headers });
    const codes: number[] = [];
    for (let at = 0; at < 6; at++) codes.push((await app.login(account, 'wrong-password', { headers, address: elsewhere() })).code);
    expect(codes).toEqual([40001, 40001, 40001, 40001, 40001, 40002]);
    const { rows } = await app.database.pool.query<{ kept: string }>('select string_agg(k::text, $1) as kept from sys_known_client k', [
      '',
    ]);
    expect(rows[0]?.kept).not.toContain(headers['x-device']);
  });

  it('can change the password in a session despite guesses elsewhere; a stolen session has five attempts', async () => {
    const session = await app.userWith({});
    const change = (oldPassword: string, address: string) =>
      app.call(session.token, 'PUT', 'sys/user/update-password', new URLSearchParams({ oldPassword, newPassword: 'Another-Horse-42' }), {
        address,
      });
    await failedBefore(session.account, 19);
    await guess(session.account, 1);
    const codes: number[] = [];
    for (let at = 0; at < 12; at++) codes.push((await change('wrong-password', elsewhere())).code);
    expect(codes.filter((code) => code === 40000)).toHaveLength(5);
    expect(codes.filter((code) => code === 40002)).toHaveLength(7);
    await forgetLocks(session.account);
    await query("update sys_login_failure set locked_until = now() where key like 'session:%'");
    expect((await change(userPassword, elsewhere())).code).toBe(20000);
  });

  it('is notified once, and so are the administrators', async () => {
    const session = await app.userWith({});
    const admin = await app.admin();
    for (const name of [session.account, `nobody${session.account}`]) {
      await failedBefore(name, 19);
      await guess(name, 1);
    }
    const told = async (token: string) => {
      const { data } = await app.call<NoticeList>(token, 'GET', 'sys/msg/list');
      return data.items.filter(({ msgContent }) => String(msgContent).includes(session.account));
    };
    for (let round = 0; round < 3; round++) {
      await watchGuessing(app.database.db).run(job);
      await forgetLocks(session.account);
      await guess(session.account, 2);
    }
    expect((await told(session.token)).map(({ msgTitle }) => msgTitle)).toEqual(['您的账号被多次尝试登录']);
    expect((await told(admin)).map(({ msgTitle }) => msgTitle)).toEqual(['账号被多次尝试登录']);
    expect((await told(admin))[0]?.msgContent).not.toContain('nobody');
  });
});

describe('second-factor codes', () => {
  const verify = (ticket: string, code: string, address: string) =>
    app.call(undefined, 'POST', 'login/verify', new URLSearchParams({ ticket, code }), { address });
  async function withTwoFactor(): Promise<{ person: Session; secret: string; codes: string[] }> {
    const person = await app.userWith({});
    const { data } = await app.call<TwoFactorSecret>(person.token, 'POST', 'sys/user/start-two-step', { password: userPassword });
    const confirmed = await app.call<RecoveryCodes>(person.token, 'POST', 'sys/user/confirm-two-step', {
      code: secretCode(data.secret, now, -1),
    });
    return { person, secret: data.secret, codes: confirmed.data.recoveryCodes };
  }
  /** Creates a ticket as a right password would, without hashing one. */
  async function ticketOf({ userId }: Session): Promise<string> {
    const ticket = randomBytes(32).toString('base64url');
    await query('insert into sys_sign_in_ticket (token_hash, sys_user_id) values (sha256($1), $2)', [Buffer.from(ticket), userId]);
    return ticket;
  }

  it.each([
    ['of the app', '000000'],
    ['for recovery', 'AAAA-AAAA-AAAA-AAAA'],
  ])('%s: of 100 concurrent ones from 25 networks 20 are verified, and the right one after them gains nothing', async (_kind, wrong) => {
    const { person, secret, codes } = await withTwoFactor();
    const tickets: [string, string][] = [];
    for (let at = 0; at < 25; at++) tickets.push([await ticketOf(person), elsewhere()]);
    const late = await ticketOf(person);
    const answers = await Promise.all(
      tickets.flatMap(([ticket, address]) => Array.from({ length: 4 }, () => verify(ticket, wrong, address))),
    );
    expect(answers.filter(({ code }) => code === 40000)).toHaveLength(20);
    expect(answers.filter(({ code }) => code === 40002)).toHaveLength(80);
    for (const code of [secretCode(secret, now), codes[0] ?? '']) expect((await verify(late, code, elsewhere())).code).toBe(40002);
    expect((await verify(await ticketOf(person), secretCode(secret, now), '127.0.0.1')).code).toBe(20000);
  });
});

describe('a sign-in refused while an account is locked', () => {
  it('is a line of the sign-in log; a loop is one line a minute, which says how many', async () => {
    const { account } = await app.userWith({});
    await failedBefore(account, 19);
    await guess(account, 1);
    for (let at = 0; at < 15; at++) await app.login(account, userPassword, { address: '10.77.1.1' });
    expect(await lines(account)).toEqual([{ message: '账号已锁定，拒绝登录', ip: '10.77.1.1' }]);
    await query(`update sys_login_failure set line_time = now() - interval '61 seconds' where key = $1`, [`all:${account}`]);
    await app.login(account, userPassword, { address: '10.77.2.1' });
    await app.login(account, userPassword, { address: '10.77.3.1' });
    expect((await lines(account)).slice(1)).toEqual([{ message: '账号已锁定，拒绝登录（此前一分钟另有 14 次）', ip: '10.77.2.1' }]);
    await query(`update sys_login_failure set line_time = now() - interval '61 seconds' where key = $1`, [`all:${account}`]);
    await watchGuessing(app.database.db).run(job);
    await watchGuessing(app.database.db).run(job);
    expect((await lines(account)).slice(2)).toEqual([{ message: '账号已锁定，另有 1 次登录被拒绝', ip: '10.77.3.1' }]);
  });

  it('is logged whether or not the account exists, and whichever network is locked', async () => {
    const { account, userId } = await app.userWith({});
    for (const name of [account, `nobody${account}`]) {
      const address = elsewhere();
      for (let at = 0; at < 7; at++) await app.login(name, 'wrong-password', { address });
      expect(await lines(name)).toEqual([{ message: '账号已锁定，拒绝登录', ip: address }]);
    }
    const [line] = await query<{ id: string | null; name: string }>(
      `select create_user as id, user_name as name from sys_log_login where user_account = $1 and login_message like '%锁定%'`,
      [account],
    );
    expect(line).toEqual({ id: userId, name: account });
  });
});
