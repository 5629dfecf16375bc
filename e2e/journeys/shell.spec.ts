import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { expectAccessible } from '../support/axe.ts';
import { accountWith } from '../support/accounts.ts';
import { openAs } from '../support/sign-in.ts';

const menu = (page: Page) => page.getByRole('navigation', { name: '主菜单' });
const size = (page: Page): Promise<number> =>
  page.evaluate(() => Number.parseFloat(getComputedStyle(document.querySelector('.home-links a') ?? document.body).fontSize));

test('the menu is searched by text, pinyin and initials, and Enter opens the match', async ({ openAsAdmin }) => {
  const page = await openAsAdmin('/index');
  const search = page.getByRole('searchbox', { name: '搜索菜单' });
  for (const text of ['操作日', 'caozuo', 'czrz']) {
    await search.fill(text);
    await expect(menu(page).getByRole('link')).toHaveText(['操作日志']);
  }
  await search.press('Enter');
  await expect(page).toHaveURL(/\/sys\/log-opt\/list$/);
  await expect(search).toHaveValue('');
  await search.fill('没有这个');
  await expect(menu(page).getByText('没有符合的菜单')).toBeVisible();
});

test('the font size is chosen, applied by a refresh, and remembered', async ({ page, api }) => {
  const { account, password } = await accountWith(api, []);
  await openAs(page, account, password);
  const medium = await size(page);
  await page.getByRole('button', { name: '字体大小' }).click();
  await expect(page.getByRole('menuitem').filter({ visible: true })).toContainText(['大', '中', '小', '紧凑']);
  await page.getByRole('menuitem', { name: '紧凑' }).click();
  await expect(page.getByText('切换字体成功')).toBeVisible();
  await expect(page).toHaveURL(/\/index$/);
  expect(await size(page)).toBeLessThan(medium);
  await page.reload();
  await expect.poll(() => size(page)).toBeLessThan(medium);
});

/** @see docs/postmortems/keys-faster-than-the-page.md */
test('a chosen light or dark scheme overrides the system, and is remembered on another machine too', async ({ page, otherPage, api }) => {
  const { account, password } = await accountWith(api, []);
  await openAs(page, account, password);
  const ground = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.getByRole('button', { name: '外观' }).click();
  // The page is left at the same moment: the choice is on its way, and arrives.
  const reloaded = page.waitForEvent('load');
  await page.getByRole('menuitem', { name: '深色' }).evaluate((item: HTMLElement) => {
    item.click();
    location.reload();
  });
  await reloaded;
  await expect.poll(ground).not.toBe(light);
  await openAs(otherPage, account, password);
  await expect(otherPage.locator('html')).toHaveAttribute('data-scheme', 'dark');
});

test('a menu across the top is chosen, and is remembered on another machine', async ({ page, otherPage, api }) => {
  const { account, password } = await accountWith(api, []);
  await openAs(page, account, password);
  await page.getByRole('button', { name: '外观' }).click();
  await page.getByRole('menuitem', { name: '顶部菜单' }).click();
  await expect(page.getByRole('menubar', { name: '主菜单' })).toBeVisible();
  await expectAccessible(page);
  await openAs(otherPage, account, password);
  await expect(otherPage.getByRole('menubar', { name: '主菜单' })).toBeVisible();
  await otherPage.setViewportSize({ width: 390, height: 800 });
  await otherPage.getByRole('button', { name: '展开菜单' }).click();
  await expect(otherPage.getByRole('menu', { name: '主菜单' })).toBeInViewport();
});

test('full screen is entered and left, and shows a warning where it is not supported', async ({ openAsAdmin }) => {
  const page = await openAsAdmin('/index');
  await page.getByRole('button', { name: '全屏显示' }).click();
  await page.getByRole('button', { name: '退出全屏' }).click();
  await expect(page.getByRole('button', { name: '全屏显示' })).toBeVisible();
  await page.evaluate(() => Reflect.set(document.documentElement, 'requestFullscreen', () => Promise.reject(new Error('no'))));
  await page.getByRole('button', { name: '全屏显示' }).click();
  await expect(page.getByText('当前浏览器不支持全屏显示')).toBeVisible();
});

test('a long page has a button back to its top', async ({ openAsAdmin }) => {
  const page = await openAsAdmin('/base/district/list?limit=100');
  await page.setViewportSize({ width: 1440, height: 400 });
  await expect(page.getByRole('row').nth(10)).toBeVisible();
  await expect(page.getByRole('button', { name: '回到顶部' })).toHaveCount(0);
  await page.evaluate(() => scrollTo({ top: 600 }));
  await expect(page.getByRole('button', { name: '回到顶部' })).toBeVisible();
  // Nor does it cover the end of the page.
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight }));
  const isFree = (element: Element): boolean => {
    const { right, top, bottom } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(right - 12, (top + bottom) / 2));
  };
  await expect.poll(() => page.locator('.ant-pagination-options').evaluate(isFree)).toBe(true);
  await page.getByRole('button', { name: '回到顶部' }).click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test('below 992 pixels the menu is a drawer, which closes without animation when the window narrows', async ({ openAsAdmin }) => {
  const page = await openAsAdmin('/index');
  const side = page.locator('.shell-side');
  expect((await side.boundingBox())?.width).toBe(240);
  await page.getByRole('button', { name: '收起菜单' }).click();
  await expect.poll(async () => (await side.boundingBox())?.width).toBe(54);
  await page.reload();
  await expect.poll(async () => (await side.boundingBox())?.width).toBe(54);
  await page.setViewportSize({ width: 800, height: 800 });
  await expect(page.locator('.shell')).toHaveAttribute('data-still', 'true');
  await page.getByRole('button', { name: '展开菜单' }).click();
  await menu(page).getByRole('menuitem', { name: '系统管理' }).click();
  await menu(page).getByRole('link', { name: '角色管理' }).click();
  await expect(page).toHaveURL(/\/sys\/role\/list$/);
  await expect(page.getByRole('button', { name: '展开菜单' })).toBeVisible();
  await page.getByRole('button', { name: '展开菜单' }).click();
  await page.getByRole('button', { name: '关闭菜单' }).click({ position: { x: 700, y: 400 } });
  await expect(page.getByRole('button', { name: '展开菜单' })).toBeVisible();
});
