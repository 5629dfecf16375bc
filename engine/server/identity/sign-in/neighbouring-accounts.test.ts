import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayOf } from '../../testing/seal-values.ts';
import type { JobContext } from '../../platform/jobs/job-kind.ts';
import { hashPassword } from '../passwords/password.ts';
import { watchGuessing } from '@back-office/sys/account/server/watch-guessing.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';

/*
 * Accounts that differ as two dates do: on 2026-03-12, a form for 20260004 reads as 20260007 for the day before and as
 * 20260005 for the day after (docs/wire.md "Session"). 20260006 is 20260004 for a client two days away.
 */
let app: TestApp;
const now = new Date(2026, 2, 12, 10);
const passwordOf = (account: string): string => `Plain-Horse-${account}`;
const job: JobContext = {
  id: '',
  payload: null,
  ownerId: null,
  attempt: 1,
  signal: new AbortController().signal,
  progress: () => undefined,
};
const staff = ['20260004', '20260005', '20260006', '20260007'];
beforeAll(async () => {
  app = await openTestApp({ clock: () => now });
  for (const account of staff)
    await app.database.pool.query(
      `insert into sys_user (id, user_account, user_name, user_password, user_status) values ($1, $2, $2, $3, '正常')`,
      [randomUUID(), account, await hashPassword(passwordOf(account))],
    );
});
afterAll(() => app.drop());

const codesOf = async (account: string, password: string, times: number, options: { address: string; day?: string }) => {
  const codes: number[] = [];
  for (let at = 0; at < times; at++) codes.push((await app.login(account, password, options)).code);
  return codes;
};
const signInFrom = async (account: string, address: string) => (await app.login(account, passwordOf(account), { address })).code;

describe('a person whose account is another one for the day before or after', () => {
  it('signs in while the other account is locked for this network', async () => {
    const address = '10.20.1.1';
    expect((await codesOf('20260005', 'wrong-password', 6, { address })).at(-1)).toBe(40002);
    expect(await signInFrom('20260004', address)).toBe(20000);
    expect(await signInFrom('20260007', address)).toBe(20000);
    expect(await signInFrom('20260005', address)).toBe(40002);
  });

  it('locks themselves alone by mistakes', async () => {
    const address = '10.20.2.1';
    expect(await codesOf('20260004', 'wrong-password', 5, { address })).toEqual([40001, 40001, 40001, 40001, 40001]);
    expect(await signInFrom('20260005', address)).toBe(20000);
    expect(await signInFrom('20260007', address)).toBe(20000);
    const { rows } = await app.database.pool.query("select failures from sys_login_failure where key like 'ip:10.20.2%'");
    expect(rows).toEqual([{ failures: 5 }]);
  });

  it('is named by the lines of the sign-in log about their mistakes', async () => {
    await app.login('20260006', 'wrong-password', { address: '10.20.3.1' });
    const { rows } = await app.database.pool.query("select user_account, login_message from sys_log_login where login_ip = '10.20.3.1'");
    expect(rows).toEqual([{ user_account: '20260006', login_message: '账号或密码错误' }]);
  });

  it.each([-1, 0, 1])('signs in with a clock %d days ahead, though all three dates name an account', async (days) => {
    const { code, data } = await app.login('20260004', passwordOf('20260004'), { address: '10.20.4.1', day: dayOf(now, days) });
    expect([code, data.roles.userAccount]).toEqual([20000, '20260004']);
  });
});

describe('guesses that are encrypted for another date', () => {
  it('are tried five times on each account that they may mean, and a right one after them gains nothing', async () => {
    const options = { address: '10.20.5.1', day: dayOf(now, 1) };
    await codesOf('20260004', 'wrong-password', 4, options);
    expect((await app.login('20260004', passwordOf('20260004'), options)).code).toBe(20000);
    await codesOf('20260004', 'wrong-password', 5, options);
    expect((await app.login('20260004', passwordOf('20260004'), options)).code).not.toBe(20000);
    expect(await signInFrom('20260004', '10.20.5.1')).toBe(20000);
  });

  it('are logged under the account that they reach, with a remark, if the date of the server names none', async () => {
    await app.database.pool.query("update sys_user set user_account = '20260030' where user_account = '20260006'");
    await app.login('20260030', 'wrong-password', { address: '10.20.7.1', day: dayOf(now, -1) });
    const { rows } = await app.database.pool.query("select user_account, login_message from sys_log_login where login_ip = '10.20.7.1'");
    expect(rows).toEqual([{ user_account: '20260030', login_message: '账号或密码错误（按前一天或后一天的日期解读）' }]);
  });

  it('are told to the people whom they reach, though the date of the server names another, and are logged under those', async () => {
    await app.database.pool.query('delete from sys_login_failure');
    for (let at = 0; at < 20; at++) await app.login('20260004', `wrong-password-${at}`, { address: `10.21.${at}.1`, day: dayOf(now, 0) });
    await watchGuessing(app.database.db).run(job);
    const { rows } = await app.database.pool.query<{ content: string }>(
      "select msg_content as content from sys_msg where msg_title = '您的账号被多次尝试登录' order by msg_content",
    );
    const told = ['20260004', '20260005', '20260007'];
    expect(rows.map(({ content }) => /账号 (\d+) 已连续 (\d+) 次/.exec(content)?.slice(1, 3))).toEqual(
      told.map((account) => [account, '20']),
    );
    const lines = await app.database.pool.query('select user_account from sys_log_login where login_message = $1 order by user_account', [
      '连续 20 次登录失败（按前一天或后一天的日期解读）',
    ]);
    expect(lines.rows).toEqual([{ user_account: '20260005' }, { user_account: '20260007' }]);
  });

  it('do not keep people from being told when their own account is locked', async () => {
    await app.database.pool.query("update sys_login_failure set notice_time = now() - interval '10 minutes' where notice_time is not null");
    for (let at = 0; at < 20; at++) await app.login('20260005', `wrong-password-${at}`, { address: `10.22.${at}.1`, day: dayOf(now, 0) });
    await watchGuessing(app.database.db).run(job);
    const { rows } = await app.database.pool.query(
      "select from sys_msg where msg_title = '您的账号被多次尝试登录' and msg_content like '%20260005%陌生网络的登录已被暂时限制%'",
    );
    expect(rows).toHaveLength(1);
  });
});
