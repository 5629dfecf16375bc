import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProvider, type TestProvider } from '@back-office/server/testing/start-provider.ts';
import { expect, test, type Page } from '@playwright/test';
import { endOnServer } from '../support/end-on-server.ts';
import { copyFreshData } from '../support/fresh-data.ts';
import { sendSignIn } from '../support/sign-in.ts';
import { startServer, type Server } from '../support/start-server.ts';

/* A company's own OpenID Connect provider, which signs in everybody at once. */
let folder: string;
let provider: TestProvider;
let server: Server;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journey-provider-'));
  provider = await startProvider();
  const { issuer, client } = provider;
  const settings = {
    OIDC_CORP_ISSUER: issuer,
    OIDC_CORP_CLIENT_ID: client.id,
    OIDC_CORP_CLIENT_SECRET: client.secret,
    OIDC_CORP_LABEL: '远山门户',
  };
  server = await startServer(folder, settings, await copyFreshData(folder));
  await provider.open(server.baseURL);
});
test.afterAll(async () => {
  await server.stop();
  await provider.stop();
  await rm(folder, { recursive: true, force: true });
});

const byPortal = (page: Page) => page.getByRole('link', { name: '远山门户' });

test('the portal signs in a person, after linking with the local password, and sign-out works on either side', async ({ browser }) => {
  provider.person = 'admin@portal';
  const context = await browser.newContext({ baseURL: server.baseURL, locale: 'zh-CN' });
  const page = await context.newPage();
  // Clicked before any code has loaded, it also returns to the page that was wanted.
  await page.route('**/*.js', () => undefined);
  await page.goto('/sys/user/list', { waitUntil: 'commit' });
  const [led] = await Promise.all([page.waitForRequest('**/api/login/corp/start*'), byPortal(page).click({ noWaitAfter: true })]);
  expect(new URL(led.url()).searchParams.get('redirect')).toBe('/sys/user/list');
  await page.unroute('**/*.js');
  await page.goto(led.url());
  await expect(page.getByText('已确认您是“门户的admin@portal”（远山门户）')).toBeVisible();
  // Nothing of it stays in the address.
  expect(new URL(page.url()).search).not.toContain('ticket');
  await sendSignIn(page, 'admin', server.adminPassword);
  await expect(page).toHaveURL('/sys/user/list');

  await page.getByRole('button', { name: '用户菜单' }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await expect(page).toHaveURL('/login');

  await byPortal(page).click();
  await expect(page).toHaveURL('/index');

  const { issuer, client } = provider;
  const claims = { iss: issuer, aud: client.id, sub: 'admin@portal', iat: Math.floor(Date.now() / 1000), jti: crypto.randomUUID() };
  const token = await provider.sign({ ...claims, events: { 'http://schemas.openid.net/event/backchannel-logout': {} } });
  await page.getByRole('button', { name: '已连接' }).waitFor();
  await page.request.post('/api/login/corp/backchannel-logout', { form: { logout_token: token } });
  // A request that was still pending shows the same message instead.
  await expect(page.getByRole('dialog').getByText('请重新登录，您已在远山门户退出登录')).toBeVisible();
  await context.close();
});

test('after a session has expired, the portal signs in again, and tabs and unsaved input are kept', async ({ browser }) => {
  provider.person = 'admin@portal';
  const context = await browser.newContext({ baseURL: server.baseURL, locale: 'zh-CN' });
  const page = await context.newPage();
  await page.goto('/login?redirect=/sys/role/view/new');
  await byPortal(page).click();
  await page.getByLabel('角色名称').fill('写了一半');
  await page.getByLabel('角色编码').fill('half');
  await endOnServer(page);
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByRole('dialog', { name: '登录过期' }).getByRole('link', { name: '不离开本页登录' }).click();
  await page.getByRole('dialog', { name: '重新登录' }).getByRole('button', { name: '前往远山门户登录' }).click();
  // The address is the same as before they left: the restored draft shows that they are back.
  await page.getByRole('button', { name: '恢复草稿' }).click();
  await expect(page).toHaveURL('/sys/role/view/new');
  await expect(page.getByLabel('角色名称')).toHaveValue('写了一半');
  await context.close();
});

test('says why a sign-in at the portal failed', async ({ browser }) => {
  provider.person = undefined;
  const context = await browser.newContext({ baseURL: server.baseURL, locale: 'zh-CN' });
  const page = await context.newPage();
  await page.goto('/login');
  await byPortal(page).click();
  await expect(page.getByText('对方没有同意登录，请重试')).toBeVisible();
  await context.close();
});
