import { createCipheriv, randomBytes } from 'node:crypto';
import { type MailApp, openMailApp } from '@back-office/app/testing/server/open-mail-app.ts';
import { runJob } from '@back-office/app/testing/server/run-job.ts';
import { openTestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { mayReset } from './may-reset.ts';

/* Resetting a forgotten password by a mailed link, without telling strangers anything. */
let at: MailApp;
const publicUrl = 'https://office.example.com';
const fresh = 'Kestrel-Harbour-2026';
beforeAll(async () => {
  at = await openMailApp({ publicUrl });
});
afterEach(async () => {
  await at.clear();
  await query('DELETE FROM sys_password_request');
  await query('DELETE FROM sys_password_reset');
  await query('DELETE FROM sys_login_failure');
});
afterAll(() => at.drop());

const query = (text: string, values: unknown[] = []) => at.app.database.pool.query<Record<string, unknown>>(text, values);
let network = 0;
/** Each from a different network, unless given. */
const forgot = (account: string, address = `30.${(network += 1) >> 8}.${network & 255}.1`) =>
  at.app.call(undefined, 'POST', 'password/forgot', { account }, { address });
const reset = (token: string, newPassword = fresh) =>
  at.app.call(undefined, 'POST', 'password/reset', { token, newPassword }, { address: `31.${(network += 1) >> 8}.${network & 255}.1` });
async function links(): Promise<string[]> {
  await runJob(at.app, 'answer-password-requests');
  await at.mailed();
  return at.server.taken.flatMap(({ text }) => /https:\/\/office\.example\.com\/login\?reset#([\w-]{43})\s/.exec(text)?.[1] ?? []);
}
async function linkFor(account: string): Promise<string> {
  expect((await forgot(account)).code).toBe(20000);
  return (await links()).at(-1) ?? '';
}
const codeOf = async (account: string, password: string): Promise<number> => (await at.app.login(account, password)).code;
const dead = { code: 40000, message: '链接无效、已用过或已过期，请重新申请' };

describe('a reset link', () => {
  it('sets the password once, ends all sessions, and appears in no table and no log', async () => {
    const one = await at.confirmed();
    const token = await linkFor(one.account.toUpperCase());
    expect(at.server.taken.map(({ to }) => to)).toEqual([[one.address]]);
    for (const table of ['sys_mail', 'sys_password_reset', 'sys_password_request', 'sys_log_opt', 'sys_job'])
      expect(JSON.stringify((await query(`SELECT * FROM ${table}`)).rows), table).not.toContain(token);
    expect((await reset(token)).code).toBe(20000);
    expect((await at.app.call(one.token, 'GET', 'sys/user/mail-address')).code).toBe(41003);
    expect([await codeOf(one.account, userPassword), await codeOf(one.account, fresh)]).toEqual([40001, 20000]);
    expect(await reset(token, 'Kestrel-Harbour-2027')).toMatchObject(dead);
    const { rows } = await query('SELECT opt_type, opt_status FROM sys_log_opt WHERE target_id = $1 ORDER BY opt_time', [one.userId]);
    expect(rows).toEqual([
      { opt_type: '申请重置密码', opt_status: '成功' },
      { opt_type: '以邮件重置密码', opt_status: '成功' },
    ]);
    expect((await at.mailed()).at(-1)).toEqual([one.address, '管理后台：密码已重置']);
  });

  it('accepts the new password encrypted with its token as well as in plain text', async () => {
    const one = await at.confirmed();
    const token = await linkFor(one.account);
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', Buffer.from(token, 'base64url'), iv).setAAD(Buffer.from('newPassword'));
    const sealed = Buffer.concat([iv, cipher.update(fresh), cipher.final(), cipher.getAuthTag()]);
    expect((await reset(token, `v1.${sealed.toString('base64url')}`)).code).toBe(20000);
    expect(await codeOf(one.account, fresh)).toBe(20000);
  });

  it('works for only one of many simultaneous uses', async () => {
    const one = await at.confirmed();
    const token = await linkFor(one.account);
    const codes = await Promise.all(Array.from({ length: 6 }, async (_, turn) => (await reset(token, `${fresh}-${turn}`)).code));
    expect(codes.filter((code) => code === 20000)).toHaveLength(1);
  });

  it('enforces the usual password rules, and stays valid after a refused password', async () => {
    const one = await at.confirmed();
    const token = await linkFor(one.account);
    for (const weak of ['short', 'password123', one.account, userPassword])
      expect((await reset(token, weak)).data, weak).toMatchObject({ fields: [{ field: 'newPassword' }] });
    expect((await reset(token)).code).toBe(20000);
  });

  it('expires after half an hour, or if the password or address changes or the account is disabled or deleted', async () => {
    for (const change of [
      `UPDATE sys_password_reset SET create_time = now() - interval '31 minutes' WHERE sys_user_id = $1`,
      `UPDATE sys_user SET password_time = clock_timestamp() WHERE id = $1`,
      `UPDATE sys_user SET user_email = 'other@example.com' WHERE id = $1`,
      `UPDATE sys_mail_address SET confirm_time = clock_timestamp() WHERE sys_user_id = $1`,
      `UPDATE sys_user SET user_status = '停用' WHERE id = $1`,
      ['停用', '正常'].map((status) => `UPDATE sys_user SET user_status = '${status}' WHERE id = $1`),
      `DELETE FROM sys_user WHERE id = $1`,
    ]) {
      const one = await at.confirmed();
      const token = await linkFor(one.account);
      for (const each of [change].flat()) await query(each, [one.userId]);
      expect(await reset(token), String(change)).toMatchObject(dead);
    }
  });

  it('works while strangers have locked the account, so that they cannot keep the owner out', async () => {
    const one = await at.confirmed();
    const lock = `INSERT INTO sys_login_failure (key, failures, locked_until) SELECT 'all:' || user_account, 20, now() + interval '1 hour' FROM sys_user WHERE id = $1`;
    await query(lock, [one.userId]);
    expect((await reset(await linkFor(one.account))).code).toBe(20000);
  });

  it('still leaves the second factor to be passed', async () => {
    const one = await at.confirmed();
    await query(`UPDATE sys_user SET two_step = '是' WHERE id = $1`, [one.userId]);
    const token = await linkFor(one.account);
    const answer = await reset(token);
    expect([answer.code, answer.data ?? null]).toEqual([20000, null]);
    expect(await codeOf(one.account, fresh)).toBe(40302);
  });

  it('that never existed gets the same refusal, and guesses are rate limited per IP address', async () => {
    for (const token of ['', 'x', 'A'.repeat(43), 'A'.repeat(99)]) expect(await reset(token)).toMatchObject(dead);
    const guess = () =>
      at.app.call(undefined, 'POST', 'password/reset', { token: 'A'.repeat(43), newPassword: fresh }, { address: '32.0.0.1' });
    const codes = await Promise.all(Array.from({ length: 40 }, async () => (await guess()).code));
    expect(codes.filter((code) => code === 42900)).toHaveLength(10);
  });
});

describe('a request for a reset link', () => {
  it('reveals nothing about accounts: answer, headers and stored row are the same for every name', async () => {
    const known = await at.confirmed();
    const without = await at.app.userWith({});
    const bare = ({ headers, ...rest }: Awaited<ReturnType<typeof forgot>>) => {
      const { date: _date, 'x-request-id': _id, ...others } = headers;
      return { ...rest, headers: others };
    };
    const first = bare(await forgot(known.account));
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.constantFrom('admin', known.account, without.account), fc.string({ minLength: 1, maxLength: 70 })),
        async (name) => {
          fc.pre(name.trim() !== '' && !name.includes('\0') && name.isWellFormed());
          expect(bare(await forgot(name))).toEqual(first);
        },
      ),
      { numRuns: 60 },
    );
    const { rows } = await query('SELECT DISTINCT done, browser, network IS NULL AS n FROM sys_password_request');
    expect(rows).toEqual([{ done: false, browser: null, n: false }]);
  });

  it('is answered without reading any account, so it takes no longer for one that exists', async () => {
    const one = await at.confirmed();
    await query('ALTER TABLE sys_user RENAME TO sys_user_away');
    try {
      for (const name of [one.account, 'nobody']) expect((await forgot(name)).code).toBe(20000);
    } finally {
      await query('ALTER TABLE sys_user_away RENAME TO sys_user');
    }
    expect(await links()).toHaveLength(1);
  });

  it('is refused after five per name and network, whether the account exists or not, even if concurrent', async () => {
    const one = await at.confirmed();
    for (const [place, name] of [one.account, 'nobody'].entries()) {
      const codes = await Promise.all(Array.from({ length: 9 }, async () => (await forgot(name, `33.0.${place}.1`)).code));
      expect([codes.filter((code) => code === 20000).length, codes.filter((code) => code === 42900).length]).toEqual([5, 4]);
    }
    expect((await forgot(one.account)).code).toBe(20000);
    for (let turn = 0; turn < 4; turn += 1) await forgot(one.account);
    // However many networks ask, a mailbox gets at most six mails an hour.
    expect(await links()).toHaveLength(6);
  });

  it('sends no link to an account that may not have one, and logs why', async () => {
    const reasons: [string, string][] = [];
    const asking = async (change: string, why: string): Promise<void> => {
      const one = await at.confirmed();
      await query(change, [one.userId]);
      await forgot(one.account);
      reasons.push([one.account, why]);
    };
    await asking(`UPDATE sys_user SET user_status = '停用' WHERE id = $1`, '账号不在使用中');
    await asking(`UPDATE sys_user SET user_status = '待审核' WHERE id = $1`, '账号不在使用中');
    await asking(`UPDATE sys_mail_address SET confirm_time = NULL WHERE sys_user_id = $1`, '没有验证过的邮箱');
    await asking(`UPDATE sys_user SET user_email = 'thief@example.com' WHERE id = $1`, '没有验证过的邮箱');
    await forgot('nobody-at-all');
    reasons.push(['nobody-at-all', '没有这个账号']);
    expect(await links()).toEqual([]);
    const { rows } = await query(
      `SELECT user_account, opt_message FROM sys_log_opt WHERE opt_type = '申请重置密码' AND opt_status = '失败'`,
    );
    for (const [account, why] of reasons) expect(rows).toContainEqual({ user_account: account, opt_message: why });
  });
});

it('a directory account, or one that may not sign in with its password, gets no reset link', async () => {
  const one = await at.confirmed();
  await query(
    `WITH org AS (INSERT INTO sys_org (id, org_name, org_code, org_status) VALUES (gen_random_uuid(), '总部', 'HQ-R', '正常') RETURNING id),
     made AS (INSERT INTO sys_directory (id, directory_name, login_method, sys_org_id, directory_status)
       SELECT gen_random_uuid(), '目录', 'corp', org.id, '停用' FROM org RETURNING id)
     INSERT INTO sys_directory_entry (sys_directory_id, entry_kind, entry_key, record_id) SELECT id, 'person', 'key', $1 FROM made`,
    [one.userId],
  );
  await forgot(one.account);
  expect(await links()).toEqual([]);
  const two = await at.confirmed();
  const may = (account: string) => mayReset(at.app.database.db, { loginMethods: ['corp'] }, { account });
  expect(await may(two.account)).toBe('本系统不使用本地密码登录');
  // The account admin may always sign in with its password, but has no confirmed address here.
  expect(await may('admin')).toBe('没有验证过的邮箱');
});

it('a reset is offered only if a mail server and the public URL are configured', async () => {
  const offered = async (parts: Parameters<typeof openTestApp>[0]) => {
    const app = await openTestApp(parts);
    const { data } = await app.call(undefined, 'GET', 'config');
    const { code } = await app.call(undefined, 'POST', 'password/forgot', { account: 'admin' });
    await app.drop();
    return [data['passwordReset'], code];
  };
  const mail = at.server.settings;
  expect(await offered({ mail, publicUrl })).toEqual([true, 20000]);
  expect(await offered({ mail })).toEqual([false, 40300]);
  expect(await offered({ publicUrl })).toEqual([false, 40300]);
});
