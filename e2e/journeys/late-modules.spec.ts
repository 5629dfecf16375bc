import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { copyFreshData } from '../support/fresh-data.ts';
import { expect, test } from '../support/journey.ts';
import { measurePage } from '../support/measure-page.ts';
import { rowOf } from '../support/press.ts';
import { startServer } from '../support/start-server.ts';

/* A company's code loads after the shell (app/web/load-modules.ts): its bytes and its mistakes do not affect the shell. */
test.use({ settings: { OFFICE: join(import.meta.dirname, '../../examples/agreements') } });

const menu = (page: Page) => page.getByRole('navigation', { name: '主菜单' });
const card = (page: Page) => page.getByRole('region', { name: '即将到期的合同' });
const sessionOf = (page: Page) => page.evaluate(() => Object.fromEntries(Object.entries(sessionStorage)) as Record<string, string>);

test.describe('a company’s browser part that throws while it is run', () => {
  test.use({ expectedErrors: [/out of order|could not be fetched/] });

  test('is reported by name, and the shell and the pages of other modules keep working', async ({ page, openAsAdmin }) => {
    await page.route(/\/assets\/web-[^/]+\.js$/, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: "throw new Error('out of order');" }),
    );
    await openAsAdmin('/index');
    await expect(page.getByRole('alert')).toHaveText(/模块“acme”加载失败，其中的内容暂时看不到/);
    await expect(page.getByRole('region', { name: '最近的记录' })).toBeVisible();
    await page.goto('/acme/agreement/list');
    await expect(page.getByRole('heading', { name: '页面加载失败' })).toBeVisible();
    await page.goto('/sys/user/list');
    await expect(rowOf(page, 'admin')).toBeVisible();
  });

  test('is also reported when its declarations throw', async ({ page, openAsAdmin }) => {
    await page.route(/\/assets\/office-[^/]+\.js$/, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: "throw new Error('out of order');" }),
    );
    await openAsAdmin('/index');
    await expect(page.getByRole('alert')).toHaveText(/加载失败/);
    await page.goto('/sys/user/list');
    await expect(rowOf(page, 'admin')).toBeVisible();
  });
});

test('a company’s page waits for its code, and tabs that were open stay open', async ({ page, openAsAdmin }) => {
  let letGo = (): void => undefined;
  const held = new Promise<void>((done) => (letGo = done));
  await page.route(/\/assets\/office-[^/]+\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await openAsAdmin('/acme/months');
  await expect(page.getByRole('status', { name: '正在加载' })).toBeVisible();
  letGo();
  await expect(page.getByRole('region', { name: '近12个月合同金额（元）' })).toBeVisible();
  await expect(menu(page).getByRole('link', { name: '合同管理' })).toBeVisible();
  await page.goto('/index');
  await expect(page.getByRole('tab', { name: '合同统计' })).toBeVisible();
  await page.goto('/acme/nothing');
  await expect(page.getByRole('heading', { name: /404|不存在/ })).toBeVisible();
});

test('a company’s home card appears below the others the first time, then in its place, without layout shift', async ({
  browser,
  server,
  openAsAdmin,
}) => {
  const admin = await openAsAdmin('/index');
  const session = await sessionOf(admin);
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
  const cards = async (): Promise<(string | null)[]> => {
    const page = await context.newPage();
    await page.addInitScript((kept) => Object.entries(kept).forEach(([key, value]) => sessionStorage.setItem(key, value)), session);
    await page.goto(`${server.baseURL}/index`);
    await expect(card(page)).toBeVisible();
    const names = await page.locator('.home-card').evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset['card'] ?? null));
    await page.close();
    return names;
  };
  const first = await measurePage(context, `${server.baseURL}/index`, 'main .home a', { session });
  expect(first.shift).toBeLessThan(0.01);
  const again = await measurePage(context, `${server.baseURL}/index`, 'main .home a', { session });
  expect(again.shift).toBeLessThan(0.01);
  const names = await cards();
  expect(names).toContain('acme-ending');
  expect(names.at(-1)).not.toBe('acme-ending');
  await context.close();
});

test('the sign-in page, the shell and the home page are no larger with a company than without one', async ({ server }) => {
  const folder = await mkdtemp(join(tmpdir(), 'journey-'));
  const product = await startServer(folder, {}, await copyFreshData(folder));
  try {
    const [alone, beside] = [await weighPage(product.baseURL), await weighPage(server.baseURL)];
    expect(alone.shell.names.length).toBeGreaterThan(2);
    for (const part of ['page', 'signIn', 'shell'] as const) expect(beside[part].names, part).toEqual(alone[part].names);
    expect(beside.page.bytes).toBe(alone.page.bytes);
    expect(beside.signIn.bytes).toBe(alone.signIn.bytes);
    // Names under which a company's files import parts of the shell: out of 300 KB.
    expect(beside.shell.bytes - alone.shell.bytes).toBeLessThan(200);
  } finally {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

/** The files in the page for the sign-in form, and for the shell with the home page; later files are in neither. */
async function weighPage(baseURL: string) {
  const page = await (await fetch(`${baseURL}/login`)).text();
  const filesIn = (text: string): string[] =>
    [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path = '']) => path);
  const shell = /<template id="shell-parts">(.*?)<\/template>/s.exec(page)?.[1] ?? '';
  return {
    page: { names: [], bytes: page.length },
    signIn: await weighFiles(baseURL, filesIn(page.replaceAll(/<template.*?<\/template>/gs, ''))),
    shell: await weighFiles(baseURL, filesIn(shell)),
  };
}

/** Uncompressed: names of files contain hashes, which no two builds compress to the same size. */
async function weighFiles(baseURL: string, paths: readonly string[]) {
  const sizes = await Promise.all(paths.map(async (path) => (await (await fetch(baseURL + path)).arrayBuffer()).byteLength));
  return {
    names: paths.map((path) => path.replace(/-[\w-]{8}(\.\w+)$/, '$1')).toSorted(),
    bytes: sizes.reduce((sum, size) => sum + size, 0),
  };
}
