import type { PageAnswer } from '@back-office/contract/calls/page.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { SecretSeal } from '@back-office/server/identity/secret-seal.ts';
import { type MailServer, openMailServer } from '@back-office/server/testing/open-mail-server.ts';
import { runJob } from '@back-office/app/testing/server/run-job.ts';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { claimMails, isAnyMailDue, writeOutcome } from './mail-queue.ts';
import { secretPlace } from './mail-words.ts';
import { queueMail } from './queue-mail.ts';

let server: MailServer;
let app: TestApp;
let admin: Session;
beforeAll(async () => {
  server = await openMailServer();
  app = await openTestApp({ mail: server.settings, publicUrl: 'https://office.example.com' });
  admin = await app.userWith({ 'sys/mail': ['read', 'send'] });
  await app.database.pool.query(`UPDATE sys_user SET user_email = 'one@example.com', user_name = '张三' WHERE id = $1`, [admin.userId]);
});
afterEach(async () => {
  server.taken.length = 0;
  server.next.length = 0;
  await app.database.pool.query('DELETE FROM sys_mail');
});
afterAll(async () => {
  await app.drop();
  await server.close();
});

const post = (path: string, { token } = admin) => app.call<AnyRow>(token, 'POST', `sys/mail/${path}`);
const run = () => runJob(app, 'send-mail');
const soon = () => app.database.pool.query(`UPDATE sys_mail SET run_time = now()`);
const mails = async ({ token } = admin) =>
  (await app.call<PageAnswer<AnyRow>>(token, 'GET', 'sys/mail/select-page?sort=createTime:asc&limit=100')).data.items;
const to = () => ({ userId: admin.userId, name: '张三', address: 'one@example.com' });
const seal = new SecretSeal(undefined, 'mail');
const queue = (more: Partial<Parameters<typeof queueMail>[1]> = {}) =>
  queueMail(app.database.db, { to: to(), topic: '测试', subject: '主题', content: '内容', ...more });
const ids = () => server.taken.map(({ headers }) => headers['message-id']);

describe('a test mail', () => {
  it('is sent to the address of the user who asks, who can see its outcome', async () => {
    expect((await post('test')).code).toBe(20000);
    expect(await mails()).toMatchObject([{ mailStatus: '待发送', mailTo: 'one@example.com', mailAttempts: 0 }]);
    await run();
    expect(await mails()).toMatchObject([{ mailStatus: '已发送', mailAttempts: 1, failReason: null, sendTime: expect.any(String) }]);
    expect(server.taken[0]?.to).toEqual(['one@example.com']);
    expect(server.taken[0]?.headers['to']).toBe('张三 <one@example.com>');
    expect(server.taken[0]?.text).toContain('https://office.example.com');
    expect(server.taken[0]?.text).toContain('张三，您好');
  });

  it('is refused to users without the permission or an address, or who ask too often', async () => {
    const reader = await app.userWith({ 'sys/mail': ['read'] });
    expect((await post('test', reader)).code).toBe(40300);
    const sender = await app.userWith({ 'sys/mail': ['read', 'send'] });
    expect(await post('test', sender)).toMatchObject({ code: 40000, message: '请先在个人中心填写您的邮箱' });
    const codes = await Promise.all(Array.from({ length: 14 }, async () => (await post('test')).code));
    expect(codes.filter((code) => code === 20000)).toHaveLength(10);
    expect(codes.filter((code) => code === 42900)).toHaveLength(4);
    // The limit is per person.
    await app.database.pool.query(`UPDATE sys_user SET user_email = 'two@example.com' WHERE id = $1`, [sender.userId]);
    expect((await post('test', sender)).code).toBe(20000);
  });

  it('says what is missing if no server is set, and mails queued before fail', async () => {
    const off = await openTestApp();
    const token = await off.admin();
    expect(await off.call(token, 'POST', 'sys/mail/test')).toMatchObject({ code: 40000, message: expect.stringContaining('MAIL_URL') });
    await queueMail(off.database.db, { to: to(), topic: '测试', subject: '主题', content: '内容' });
    await runJob(off, 'clear-mail');
    const { data } = await off.call<PageAnswer<AnyRow>>(token, 'GET', 'sys/mail/select-page');
    expect(data.items).toMatchObject([{ mailStatus: '失败', failReason: '没有设置邮件服务器' }]);
    await off.drop();
  });
});

describe('a queued mail', () => {
  it('is sent when its transaction commits, and never when it rolls back', async () => {
    const failing = app.database.db.transaction().execute(async (transaction) => {
      await queueMail(transaction, { to: to(), topic: '测试', subject: '主题', content: '内容' });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await isAnyMailDue(app.database.db)).toBe(false);
    await queue();
    expect(await isAnyMailDue(app.database.db)).toBe(true);
    await run();
    expect(server.taken).toHaveLength(1);
    expect(await isAnyMailDue(app.database.db)).toBe(false);
  });

  it('is retried later under the same id if the server defers it, and fails with its message if it is rejected', async () => {
    server.next.push({ at: 'content', code: 452, words: '4.3.1 disk is full' });
    await queue();
    await run();
    expect(await mails()).toMatchObject([{ mailStatus: '待发送', failReason: '邮件服务器答复：452 4.3.1 disk is full', mailAttempts: 1 }]);
    expect(await isAnyMailDue(app.database.db)).toBe(false);
    const { rows } = await app.database.pool.query<{ message_id: string }>('SELECT message_id FROM sys_mail');
    await soon();
    await run();
    expect(await mails()).toMatchObject([{ mailStatus: '已发送', mailAttempts: 2, failReason: null }]);
    expect(ids()).toEqual([rows[0]?.message_id]);
    server.next.push({ at: 'recipient', code: 550, words: '5.1.1 no such user' });
    await queue({ subject: '退回' });
    await run();
    expect((await mails())[1]).toMatchObject({ mailStatus: '失败', failReason: '邮件服务器答复：550 5.1.1 no such user' });
  });

  it('is given up after ten attempts over a day', async () => {
    await queue();
    let waited = 0;
    for (let at = 1; at <= 10; at += 1) {
      server.next.push({ at: 'recipient', code: 450, words: 'busy' });
      await soon();
      await run();
      const { rows } = await app.database.pool.query<{ wait: number }>(
        'SELECT extract(epoch FROM run_time - now())::float8 AS wait FROM sys_mail',
      );
      waited += Math.max(0, rows[0]?.wait ?? 0);
      expect((await mails())[0]?.['mailStatus']).toBe(at < 10 ? '待发送' : '失败');
    }
    expect(waited / 3600).toBeGreaterThan(15);
    expect(waited / 3600).toBeLessThan(24);
  });

  it('is sent by one of two nodes, and by another under the same id if the first dies midway', async () => {
    await queue();
    const claims = await Promise.all(Array.from({ length: 5 }, () => claimMails(app.database.db, 10, 'example.com')));
    const claimed = claims.flatMap((one) => one ?? []);
    expect(claimed).toHaveLength(1);
    await run();
    expect(server.taken).toEqual([]);
    await app.database.pool.query(`UPDATE sys_mail SET claim_until = now() - interval '1 second'`);
    await run();
    expect(ids()).toEqual([claimed[0]?.messageId]);
    // The dead node is back: its outcome no longer counts.
    const [late] = claimed;
    if (late !== undefined) await writeOutcome(app.database.db, late, { state: 'failed', reason: '迟到' });
    expect(await mails()).toMatchObject([{ mailStatus: '已发送' }]);
  });

  it('shares a few connections with other mails', async () => {
    server.connections = 0;
    for (let at = 0; at < 25; at += 1) await queue({ subject: `第 ${at} 封` });
    await run();
    expect(server.taken).toHaveLength(25);
    expect(new Set(ids()).size).toBe(25);
    expect(server.connections).toBeLessThanOrEqual(3);
  });

  it('delivers its secret to its recipient only, and keeps no copy', async () => {
    await queue({ content: `验证码：${secretPlace}`, secret: { text: 'TOP-SECRET-31', seal, minutes: 10 } });
    const { rows } = await app.database.pool.query('SELECT * FROM sys_mail');
    expect(JSON.stringify(rows)).not.toContain('TOP-SECRET');
    expect(JSON.stringify(await mails())).not.toContain('TOP-SECRET');
    await run();
    expect(server.taken[0]?.text).toContain('验证码：TOP-SECRET-31');
    const after = await app.database.pool.query<{ secret: unknown; mail_content: string }>('SELECT secret, mail_content FROM sys_mail');
    expect(after.rows).toEqual([{ secret: null, mail_content: `验证码：${secretPlace}` }]);
  });

  it('is not sent if its secret can no longer be decrypted', async () => {
    const other = new SecretSeal('a secret that was given up', 'mail');
    await queue({ content: secretPlace, secret: { text: 'lost', seal: other, minutes: 10 } });
    await run();
    expect(server.taken).toEqual([]);
    expect(await mails()).toMatchObject([{ mailStatus: '失败', failReason: '邮件的机密内容已无法解开（APP_SECRET 已更换）' }]);
  });

  it('is not sent after it expires, and cannot be retried by hand if it has a secret', async () => {
    await queue({ content: secretPlace, secret: { text: 'late', seal, minutes: 10 } });
    await app.database.pool.query(`UPDATE sys_mail SET expire_time = now() - interval '1 second'`);
    await run();
    expect(server.taken).toEqual([]);
    const [row] = await mails();
    expect(row).toMatchObject({ mailStatus: '失败', failReason: '已过有效期，不再发送' });
    expect((await app.database.pool.query('SELECT secret FROM sys_mail')).rows).toEqual([{ secret: null }]);
    expect(await post(`resend/${String(row?.id)}`)).toMatchObject({ code: 40000, message: expect.stringContaining('不能重试') });
  });
});

describe('retrying by hand', () => {
  it('sends a failed mail once, under the same id, and writes a line to the operation log', async () => {
    server.next.push({ at: 'recipient', code: 550, words: 'no' });
    const id = await queue();
    await run();
    const { rows: before } = await app.database.pool.query<{ message_id: string }>('SELECT message_id FROM sys_mail');
    const [first, second] = await Promise.all([post(`resend/${id}`), post(`resend/${id}`)]);
    expect(new Set([first?.code, second?.code])).toEqual(new Set([20000, 40000]));
    await run();
    expect(ids()).toEqual([before[0]?.message_id]);
    expect(await mails()).toMatchObject([{ id, mailStatus: '已发送' }]);
    expect(await post(`resend/${id}`)).toMatchObject({ code: 40000, message: '只有发送失败、或因收件人而未发送的邮件可以重试' });
    const { rows } = await app.database.pool.query(`SELECT opt_target FROM sys_log_opt WHERE opt_module = '邮件' AND opt_type = '重试'`);
    expect(rows).toEqual([{ opt_target: '主题' }]);
  });

  it('requires the send permission, and a mail that the user can see', async () => {
    const id = await queue();
    await app.database.pool.query(`UPDATE sys_mail SET mail_status = '失败'`);
    const reader = await app.userWith({ 'sys/mail': ['read'] });
    expect((await post(`resend/${id}`, reader)).code).toBe(40300);
    const own = await app.userWith({ 'sys/mail': ['read', 'send'] }, { dataScope: '本人' });
    expect(await mails(own)).toEqual([]);
    expect((await post(`resend/${id}`, own)).code).toBe(40400);
  });
});

it('mails are kept for thirty days', async () => {
  const [old, young, waiting] = [await queue(), await queue(), await queue()];
  await app.database.pool.query(`UPDATE sys_mail SET mail_status = '已发送' WHERE id <> $1`, [waiting]);
  await app.database.pool.query(`UPDATE sys_mail SET create_time = now() - interval '31 days' WHERE id <> $1`, [young]);
  await runJob(app, 'clear-mail');
  expect((await mails()).map(({ id }) => id).sort()).toEqual([young, waiting].sort());
  expect(old).not.toBe(young);
});
