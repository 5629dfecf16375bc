import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MailServer, openMailServer } from '@back-office/server/testing/open-mail-server.ts';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { copyFreshData } from '../support/fresh-data.ts';
import { openAs, sendSignIn } from '../support/sign-in.ts';
import { startServer, type Server } from '../support/start-server.ts';

/* Mail that is really sent, to an SMTP server on this machine. */
let folder: string;
let mail: MailServer;
let server: Server;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journey-mail-'));
  mail = await openMailServer();
  const { host, port, signIn, ca } = mail.settings;
  const authority = join(folder, 'mail-ca.pem');
  await writeFile(authority, ca ?? '');
  const settings = (own: number) => ({
    MAIL_URL: `smtp://${signIn?.user ?? ''}:${encodeURIComponent(signIn?.pass ?? '')}@${host}:${port}`,
    MAIL_FROM: '管理后台 <noreply@example.com>',
    MAIL_CA_FILE: authority,
    PUBLIC_URL: `http://127.0.0.1:${own}`,
  });
  server = await startServer(folder, settings, await copyFreshData(folder));
});
test.afterAll(async () => {
  await server.stop();
  await mail.close();
  await rm(folder, { recursive: true, force: true });
});

/** A part of the last mail; the server sends within a second or two. */
async function lastMail(found: RegExp): Promise<string> {
  await expect.poll(() => found.exec(mail.taken.at(-1)?.text ?? '')?.[1]).toBeDefined();
  return found.exec(mail.taken.at(-1)?.text ?? '')?.[1] ?? '';
}
const save = (page: Page) => page.getByRole('button', { name: /^保\s*存$/ }).click();

test('an email address is verified, and resets a forgotten password', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: server.baseURL, locale: 'zh-CN', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await openAs(page, 'admin', server.adminPassword, '/profile');
  await page.getByLabel('邮箱').fill('admin@example.com');
  await save(page);
  await expect(page.getByText('保存成功')).toBeVisible();
  await page.getByRole('tab', { name: '消息提醒' }).click();
  await page.getByRole('button', { name: '验证邮箱' }).click();
  await page.getByLabel('登录密码').fill(server.adminPassword);
  await page.getByRole('button', { name: '发送验证码' }).click();
  await expectAccessible(page);
  await page.getByLabel('邮件中的验证码').fill(await lastMail(/验证码是 (\d{6})/));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /验\s*证/ })
    .click();
  await expect(page.getByText('邮箱已验证')).toBeVisible();
  await expect(page.getByRole('switch', { name: '通知公告' })).toBeEnabled();

  const other = await browser.newContext({ baseURL: server.baseURL, locale: 'zh-CN', reducedMotion: 'reduce' });
  const gate = await other.newPage();
  await gate.goto('/login');
  await gate.getByRole('link', { name: '忘记密码？' }).click();
  await gate.getByLabel('账号').fill('admin');
  await gate.getByRole('button', { name: '发送重置链接' }).click();
  await expect(gate.getByRole('status')).toContainText('如果该账号绑定了邮箱，重置链接已发送');
  await expectAccessible(gate);
  const link = await lastMail(/(http:\S+\/login\?reset#[\w-]{43})/);
  // In a second window beside a signed-in one, as after a click in a mail.
  const opened = await context.newPage();
  await opened.goto(link);
  await expect(opened.getByRole('button', { name: '设置新密码' })).toBeVisible();
  expect(new URL(opened.url()).hash).toBe('');
  await expectAccessible(opened);
  const fresh = 'Kestrel-Harbour-2026';
  await opened.getByLabel('新密码', { exact: true }).fill('short');
  await opened.getByLabel('确认新密码').fill('short');
  await opened.getByRole('button', { name: '设置新密码' }).click();
  await expect(opened.getByLabel('新密码', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await opened.getByLabel('新密码', { exact: true }).fill(fresh);
  await opened.getByLabel('确认新密码').fill(fresh);
  await opened.getByRole('button', { name: '设置新密码' }).click();
  await expect(opened.getByRole('status')).toContainText('密码已重置');
  // The signed-in window is notified.
  await expect(page.getByRole('dialog').getByText('密码已重置，请重新登录')).toBeVisible();

  const again = await other.newPage();
  await again.goto(link);
  await again.getByLabel('新密码', { exact: true }).fill(`${fresh}-2`);
  await again.getByLabel('确认新密码').fill(`${fresh}-2`);
  await again.getByRole('button', { name: '设置新密码' }).click();
  await expect(again.getByRole('alert')).toContainText('链接无效、已用过或已过期');
  await gate.goto('/login');
  await sendSignIn(gate, 'admin', fresh);
  await expect(gate).toHaveURL(/\/index/);
  // No log of the server contains any content of the mails.
  expect(server.output()).not.toContain(link.slice(-43));
  await context.close();
  await other.close();
});
