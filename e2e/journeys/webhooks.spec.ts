import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server as Receiver } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { signInByApi } from '../support/api.ts';
import { copyFreshData } from '../support/fresh-data.ts';
import { openAs } from '../support/sign-in.ts';
import { startServer, type Server } from '../support/start-server.ts';

/* A program on this machine, which the server may call here. */
let folder: string;
let receiver: Receiver;
let server: Server;
const ids: string[] = [];
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journey-webhooks-'));
  receiver = createServer((request, response) => {
    ids.push(String(request.headers['webhook-id']));
    request.resume();
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end('收到了');
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  server = await startServer(folder, { WEBHOOK_PRIVATE: 'on' }, await copyFreshData(folder));
});
test.afterAll(async () => {
  await server.stop();
  receiver.closeAllConnections();
  receiver.close();
  await rm(folder, { recursive: true, force: true });
});

test('a webhook is created, its delivery is shown and sent again, and its secret is replaced', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: server.baseURL, locale: 'zh-CN', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await openAs(page, 'admin', server.adminPassword, '/sys/webhook/list');
  await page.getByRole('button', { name: '新增' }).click();
  await page.locator('form').getByLabel('名称').fill('考勤同步');
  await page.getByLabel('接收地址').fill(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`);
  await page.getByLabel('事件').fill('字典');
  await page.locator('.ant-select-tree-title', { hasText: '字典：新增' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /保\s*存/ }).click();
  const shown = page.getByRole('dialog', { name: '签名密钥' });
  const secret = await shown.locator('code').textContent();
  expect(secret).toMatch(/^whsec_/);
  await shown.getByRole('button', { name: '我已保存，关闭' }).click();

  const api = await signInByApi(server.baseURL, 'admin', server.adminPassword);
  await api.save('sys/dict', { dictLabel: '推送的字典', dictValue: 'told', dictValueType: 'String' });
  await expect.poll(() => ids.length).toBe(1);

  await page.getByRole('button', { name: '更换签名密钥' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /更\s*换/ })
    .click();
  const renewed = page.getByRole('dialog', { name: '新的签名密钥' });
  await expect(renewed.locator('code')).toHaveText(/^whsec_/);
  expect(await renewed.locator('code').textContent()).not.toBe(secret);
  await renewed.getByRole('button', { name: '我已保存，关闭' }).click();

  await page.getByRole('menuitem', { name: '推送记录' }).click();
  const row = page.getByRole('row', { name: /已送达/ });
  await row.getByRole('button', { name: '查看' }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText('收到了')).toBeVisible();
  await expect(drawer.getByText('"event":"added"')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: '再次推送' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '再次推送' }).click();
  await expect(page.getByText('已重新排队')).toBeVisible();
  await expect.poll(() => ids.length).toBe(2);
  expect(ids[1]).toBe(ids[0]);
  await context.close();
});
