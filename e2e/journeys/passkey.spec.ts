import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { endOnServer } from '../support/end-on-server.ts';
import { copyFreshData } from '../support/fresh-data.ts';
import { sendSignIn } from '../support/sign-in.ts';
import { startServer, type Server } from '../support/start-server.ts';

/* Passkeys in the browser's own authenticator, like a device with a fingerprint reader. */
let folder: string;
let server: Server;
/** Browsers create passkeys only for host names. */
let office: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journey-passkey-'));
  const settings = (port: number) => ({ PASSKEYS: 'on', PUBLIC_URL: `http://localhost:${port}` });
  server = await startServer(folder, settings, await copyFreshData(folder));
  office = server.baseURL.replace('127.0.0.1', 'localhost');
});
test.afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A device that stores passkeys, and whose owner confirms with a finger whenever asked. */
async function giveDevice(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: '用户菜单' }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await expect(page).toHaveURL('/login');
}

test('a passkey is added, signs in by itself and as the second step, and is removed', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: office, locale: 'zh-CN' });
  const page = await context.newPage();
  await giveDevice(page);
  const byPasskey = page.getByRole('button', { name: '通行密钥', exact: true });

  await page.goto('/login?redirect=/profile');
  await sendSignIn(page, 'admin', server.adminPassword);
  await page.getByRole('tab', { name: '安全设置' }).click();
  await page.getByRole('button', { name: '添加通行密钥' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('名称').fill('办公室电脑');
  await dialog.getByLabel('登录密码').fill(server.adminPassword);
  await dialog.getByRole('button', { name: '下一步' }).click();
  await expect(dialog.getByText('恢复码只显示这一次')).toBeVisible();
  await dialog.getByRole('button', { name: '我已保存' }).click();
  await expect(page.getByText('办公室电脑')).toBeVisible();

  await signOut(page);
  await page.goto('/login?redirect=/sys/role/list');
  await byPasskey.click();
  await expect(page).toHaveURL('/sys/role/list');
  await expect(page.getByRole('heading', { name: '角色' })).toBeAttached();

  await endOnServer(page);
  await page.getByRole('button', { name: '刷新' }).click();
  await page.getByRole('dialog', { name: '登录过期' }).getByRole('link', { name: '不离开本页登录' }).click();
  await page.getByRole('dialog', { name: '重新登录' }).getByRole('button', { name: '使用通行密钥' }).click();
  await expect(page.getByText('已重新登录')).toBeVisible();
  await expect(page).toHaveURL('/sys/role/list');

  await signOut(page);
  await sendSignIn(page, 'admin', server.adminPassword);
  await page.getByRole('button', { name: '使用通行密钥' }).click();
  await expect(page).toHaveURL('/index');

  await page.goto('/profile');
  await page.getByRole('tab', { name: '安全设置' }).click();
  await page.getByRole('button', { name: '移除 办公室电脑' }).click();
  await dialog.getByRole('button', { name: '移除' }).click();
  await expect(page.getByText('还没有通行密钥')).toBeVisible();
  await signOut(page);
  await byPasskey.click();
  await expect(page.getByText('通行密钥验证失败，请重试或使用其他登录方式')).toBeVisible();
  // The form waits as before.
  await sendSignIn(page, 'admin', server.adminPassword);
  await expect(page).toHaveURL('/index');
  await context.close();
});
