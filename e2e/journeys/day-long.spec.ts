import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import type { PageAnswer } from '@back-office/contract/calls/page.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { unique } from '../support/api.ts';
import { goTo } from '../support/go-to.ts';
import { expect, test } from '../support/journey.ts';
import { openAs } from '../support/sign-in.ts';

const strip = (page: Page) => page.getByRole('tablist', { name: '已打开的页面' });
/** Most tabs that stay open (engine/web/platform/tabs/tab-list.ts). */
const most = 40;

const form = (page: Page) => page.locator('.tab-page').filter({ visible: true });

/** @see docs/postmortems/keys-faster-than-the-page.md */
test('of too many tabs the one seen longest ago is closed, never one with unsaved input; the strip scrolls', async ({
  openAsAdmin,
  api,
}) => {
  const { items } = await api.call<PageAnswer<AnyRow>>('GET', `sys/district/select-page?limit=${most - 1}`);
  const page = await openAsAdmin('/sys/user/list');
  const tab = (name: string | RegExp) => strip(page).getByRole('tab', { name });
  await goTo(page, '/sys/role/view/new');
  await form(page).getByLabel('角色名称').fill('写了一半');
  await expect(tab(/未保存/)).toBeVisible();
  for (const { id } of items.slice(0, -1)) await goTo(page, `/base/district/view/${id}`);
  const last = items.at(-1) as AnyRow;
  let answer = (): void => undefined;
  const asked = new Promise<void>((done) => (answer = done));
  await page.route(`**/api/sys/district/select/${last.id}`, async (route) => {
    await asked;
    await route.continue();
  });
  await goTo(page, `/base/district/view/${last.id}`);

  await expect(strip(page).getByRole('tab')).toHaveCount(most);
  await expect(tab('首页')).toHaveCount(1);
  await expect(tab('用户列表')).toHaveCount(0);
  await expect(strip(page).getByRole('tab', { selected: true })).toBeInViewport({ ratio: 1 });
  await expect(tab('首页')).not.toBeInViewport();
  await strip(page).getByRole('tab', { selected: true }).focus();
  await page.keyboard.press('Home');
  await expect(tab('首页')).toBeInViewport({ ratio: 1 });
  // The name of the active page arrives late, and does not scroll the tabs away from where the person has gone meanwhile.
  answer();
  await expect(strip(page).getByRole('tab', { selected: true })).not.toHaveAccessibleName('地区信息');
  await expect(tab('首页')).toBeInViewport({ ratio: 1 });
  await tab(/未保存/).click();
  await expect(form(page).getByLabel('角色名称')).toHaveValue('写了一半');
  await goTo(page, `/base/district/view/${last.id}`);
  await expect(strip(page).getByRole('tab', { selected: true })).toBeInViewport({ ratio: 1 });
});

test('/redirect leads to paths with slashes and queries, and to no other site; other upper and lower case, to the page with its query', async ({
  openAsAdmin,
  api,
}) => {
  const { id } = await api.save('sys/user', { userAccount: unique('r-'), userName: '斜杠/问号?', userStatus: '正常' });
  const page = await openAsAdmin('/index');
  await page.goto(`/redirect/sys/user/view/${id}?edit=1`);
  await expect(page).toHaveURL(`/sys/user/view/${id}?edit=1`);
  await expect(form(page).getByLabel('姓名')).toHaveValue('斜杠/问号?');
  const list = `/sys/user/list?like=${encodeURIComponent('userName:斜杠/问号?')}&sort=userName:asc`;
  await page.goto(`/redirect${list}`);
  await expect(page.getByRole('row', { name: '斜杠/问号?' })).toBeVisible();
  expect(decodeURIComponent(new URL(page.url()).search)).toContain('userName:斜杠/问号?');
  await page.goto('/redirect//evil.example/x');
  await expect(page).toHaveURL('/index');

  await page.goto('/Sys/User/List?eq=userStatus:停用#top');
  await expect(page).toHaveURL((url) => url.pathname === '/sys/user/list' && url.searchParams.get('eq') === 'userStatus:停用');
});

test('unsaved input is offered as a draft after the browser was killed', async ({ api, server, launchOptions }) => {
  const { id } = await api.save('sys/user', { userAccount: unique('k-'), userName: '不死', userStatus: '正常' });
  const profile = await mkdtemp(join(tmpdir(), 'profile-'));
  const start = () => chromium.launchPersistentContext(profile, { ...launchOptions, baseURL: server.baseURL, locale: 'zh-CN' });
  const first = await start();
  const page = await first.newPage();
  await openAs(page, 'admin', server.adminPassword, `/sys/user/view/${id}?edit=1`);
  await form(page).getByLabel('备注').fill('写了一半');
  await expect.poll(() => isOnDisk(profile, id), { timeout: 60_000 }).toBe(true);
  const closed = new Promise((done) => first.once('close', done));
  process.kill(await processOf(first), 'SIGKILL');
  await closed;

  const again = await start();
  const back = await again.newPage();
  await openAs(back, 'admin', server.adminPassword, `/sys/user/view/${id}?edit=1`);
  await form(back).getByRole('button', { name: '恢复草稿' }).click();
  await expect(form(back).getByLabel('备注')).toHaveValue('写了一半');
  await again.close();
  await rm(profile, { recursive: true, force: true });
});

/** The process of the browser itself, which ends its pages and helpers with it. */
async function processOf(context: BrowserContext): Promise<number> {
  const session = await context.browser()?.newBrowserCDPSession();
  const answer = await session?.send('SystemInfo.getProcessInfo');
  const own = answer?.processInfo.find(({ type }) => type === 'browser');
  if (own === undefined) throw new Error('The browser does not name its process.');
  return own.id;
}

/** Whether the browser has stored the draft of the record: it does so some seconds after the page's call. */
async function isOnDisk(profile: string, id: string): Promise<boolean> {
  const folder = join(profile, 'Default/Local Storage/leveldb');
  const logs = (await readdir(folder)).filter((name) => name.endsWith('.log'));
  const texts = await Promise.all(logs.map((name) => readFile(join(folder, name))));
  return texts.some((text) => text.includes(`sys/user ${id}`));
}
