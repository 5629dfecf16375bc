import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { type MailApp, openMailApp } from '@back-office/app/testing/server/open-mail-app.ts';
import { openTestApp, userPassword } from '@back-office/app/testing/server/test-app.ts';
import { secretCode } from '@back-office/server/testing/secret-code.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

/* The confirmed address that people get mail at. */
let at: MailApp;
beforeAll(async () => {
  at = await openMailApp();
});
afterEach(() => at.clear());
afterAll(() => at.drop());

const call = ({ token }: { token: string }, path: string, body: object = {}) =>
  at.app.call<AnyRow>(token, 'POST', `sys/user/${path}`, body);
const state = async ({ token }: { token: string }) => (await at.app.call(token, 'GET', 'sys/user/mail-address')).data;
const start = (who: { token: string }) => call(who, 'start-mail-address', { password: userPassword });
/** The code in the last mail. */
async function codeSent(): Promise<string> {
  await at.mailed();
  return /验证码是 (\d{6})，/.exec(at.server.taken.at(-1)?.text ?? '')?.[1] ?? '';
}
/** Makes the last code older by some minutes. */
const later = (minutes: number) =>
  at.app.database.pool.query('UPDATE sys_mail_address SET code_time = code_time - make_interval(mins => $1)', [minutes]);
/** What the notices to somebody say. */
async function noticesTo({ token }: { token: string }): Promise<string[]> {
  const { data } = await at.app.call<{ items: { msgTitle: string; msgContent: string }[] }>(token, 'GET', 'sys/msg/list?index=0&limit=10');
  return data.items.map(({ msgTitle, msgContent }) => `${msgTitle} ${msgContent}`);
}
const wrong = (right: string): string => (right === '000000' ? '000001' : '000000');

describe('an address', () => {
  it('is confirmed with the password and a code sent to it, and the operation log records it', async () => {
    const one = await at.person();
    expect(await state(one)).toMatchObject({ address: one.address, isConfirmed: false });
    expect((await call(one, 'start-mail-address')).code).toBe(40000);
    expect((await call(one, 'start-mail-address', { password: 'Wrong-Horse-7193' })).data).toMatchObject({
      fields: [{ field: 'password' }],
    });
    expect(await start(one)).toMatchObject({ code: 20000, data: { address: one.address } });
    const code = await codeSent();
    expect(at.server.taken.map(({ to }) => to)).toEqual([[one.address]]);

    const stored = await at.app.database.pool.query('SELECT * FROM sys_mail_address UNION ALL SELECT * FROM sys_mail_address');
    expect(JSON.stringify(stored.rows)).not.toContain(code);
    expect(await call(one, 'confirm-mail-address', { code: wrong(code) })).toMatchObject({ code: 40000, message: '验证码不正确' });
    expect((await call(one, 'confirm-mail-address', { code: ` ${code} ` })).code).toBe(20000);
    expect(await state(one)).toMatchObject({ address: one.address, isConfirmed: true });
    expect((await call(one, 'confirm-mail-address', { code })).code).toBe(40000);
    expect(await start(one)).toMatchObject({ code: 40000, message: '这个邮箱已经验证过了' });
    const { rows } = await at.app.database.pool.query(`SELECT opt_type FROM sys_log_opt WHERE target_id = $1`, [one.userId]);
    expect(rows).toEqual([{ opt_type: '验证邮箱' }]);
  });

  it('tells its person by a notice when it is confirmed, as whoever holds their session and password may have done it', async () => {
    const one = await at.person();
    await start(one);
    const code = await codeSent();
    await call(one, 'confirm-mail-address', { code: wrong(code) });
    expect(await noticesTo(one)).toEqual([]);
    await call(one, 'confirm-mail-address', { code });
    await call(one, 'confirm-mail-address', { code });
    const notice = `您的账号验证了邮箱 <p>您的账号验证了邮箱：“${one.address}”（来自 127.0.0.1）。</p>`;
    expect(await noticesTo(one)).toEqual([expect.stringContaining(notice)]);
  });

  it('loses its confirmation when anybody changes it, and regains it when it is changed back', async () => {
    const one = await at.confirmed();
    const { data } = await at.app.call(at.admin, 'GET', `sys/user/select/${one.userId}`);
    const changed = await at.app.call(at.admin, 'POST', 'sys/user/save', { ...data, userEmail: 'thief@example.com' });
    expect(changed.code).toBe(20000);
    expect(await state(one)).toMatchObject({ address: 'thief@example.com', isConfirmed: false });
    await at.app.call(at.admin, 'POST', 'sys/user/save', { ...changed.data, userEmail: one.address });
    expect(await state(one)).toMatchObject({ isConfirmed: true });
  });

  it('is not confirmed by a code for another address, an expired code, or any code after five wrong ones', async () => {
    const one = await at.person();
    await start(one);
    const first = await codeSent();

    await at.app.database.pool.query(`UPDATE sys_user SET user_email = 'thief@example.com' WHERE id = $1`, [one.userId]);
    expect(await call(one, 'confirm-mail-address', { code: first })).toMatchObject({ code: 40000, message: '验证码已失效，请重新获取' });
    await at.app.database.pool.query(`UPDATE sys_user SET user_email = $2 WHERE id = $1`, [one.userId, one.address]);
    await later(15);
    expect(await call(one, 'confirm-mail-address', { code: first })).toMatchObject({ message: '验证码已失效，请重新获取' });
    await start(one);
    const second = await codeSent();

    const tries = await Promise.all(Array.from({ length: 12 }, () => call(one, 'confirm-mail-address', { code: wrong(second) })));
    expect(tries.filter(({ message }) => message.includes('不正确'))).toHaveLength(4);
    expect(await call(one, 'confirm-mail-address', { code: second })).toMatchObject({ message: '验证码已失效，请重新获取' });
  });

  it('is sent a code at most once a minute and five times an hour, however many requests arrive at once', async () => {
    const one = await at.person();
    const codes = await Promise.all(Array.from({ length: 4 }, async () => (await start(one)).code));
    expect(codes.filter((code) => code === 20000)).toHaveLength(1);
    expect(codes.filter((code) => code === 42900)).toHaveLength(3);
    // The limit is checked before the password.
    expect((await call(one, 'start-mail-address', { password: 'Wrong-Horse-7193' })).code).toBe(42900);
    for (let turn = 0; turn < 4; turn += 1) {
      await later(2);
      expect((await start(one)).code).toBe(20000);
    }
    await later(2);
    expect(await start(one)).toMatchObject({ code: 42900, message: '获取验证码过于频繁，请一小时后再试' });
    expect((await at.mailed()).length).toBe(5);
  });

  it('is sent one code for a call and its repeat, although the proof is a code of the second factor that serves once', async () => {
    const one = await at.person();
    const { data } = await call(one, 'start-two-step', { password: userPassword });
    await call(one, 'confirm-two-step', { code: secretCode(String(data['secret']), new Date()) });
    const body = { code: secretCode(String(data['secret']), new Date(), 1) };
    const headers = { 'idempotency-key': `code for ${one.address}` };
    const ask = () => at.app.call<AnyRow>(one.token, 'POST', 'sys/user/start-mail-address', body, { headers });
    for (const answer of [await ask(), await ask()]) expect(answer).toMatchObject({ code: 20000, data: { address: one.address } });
    expect((await at.mailed()).length).toBe(1);
  });

  it('cannot be confirmed before it is entered, or if no mail server is set', async () => {
    expect(await start(await at.app.userWith({}))).toMatchObject({ code: 40000, message: '请先在个人资料中填写邮箱' });
    const off = await openTestApp();
    const one = await off.userWith({});
    expect(await off.call(one.token, 'POST', 'sys/user/start-mail-address', { password: userPassword })).toMatchObject({
      code: 40000,
      message: expect.stringContaining('没有设置邮件服务器'),
    });
    await off.drop();
  });
});
