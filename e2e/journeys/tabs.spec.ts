import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { unique } from '../support/api.ts';

const strip = (page: Page): Locator => page.getByRole('tablist', { name: '已打开的页面' });
const tab = (page: Page, name: string | RegExp): Locator => strip(page).getByRole('tab', { name, exact: typeof name === 'string' });
const panel = (page: Page): Locator => page.locator('.tab-page').filter({ visible: true });
const titles = (page: Page): Promise<string[]> => strip(page).locator('.tabs-title').allTextContents();

/** Opens pages by the menu, as in a day's work; an entry such as 用户管理 leads to 用户列表. */
async function open(page: Page, group: string, ...entries: string[]): Promise<void> {
  const menu = page.getByRole('navigation', { name: '主菜单' });
  for (const entry of entries) {
    const link = menu.getByRole('link', { name: entry, exact: true });
    if (!(await link.isVisible())) await menu.getByRole('menuitem', { name: group }).click();
    await link.click();
    await expect(strip(page).getByRole('tab', { selected: true })).toHaveAccessibleName(`${entry.replace(/管理$/, '')}列表`);
  }
}

async function act(page: Page, name: string | RegExp, action: string): Promise<void> {
  await tab(page, name).click({ button: 'right' });
  await page.getByRole('menuitem', { name: action, exact: true }).filter({ visible: true }).click();
}

test('pages stay open in tabs, can be closed, and are restored after a reload', async ({ openAsAdmin }) => {
  const page = await openAsAdmin('/index');
  expect(await titles(page)).toEqual(['首页']);
  await open(page, '系统管理', '用户管理', '角色管理');
  await open(page, '基础数据', '机构管理');
  expect(await titles(page)).toEqual(['首页', '用户列表', '角色列表', '机构列表']);
  await expect(panel(page)).toHaveCount(1);

  // Unsaved input in a page is there on return.
  await tab(page, '用户列表').click();
  await page.getByRole('searchbox', { name: '搜索用户' }).fill('半个');
  await tab(page, '角色列表').click();
  await expect(page).toHaveURL(/\/sys\/role\/list$/);
  await tab(page, '用户列表').click();
  await expect(page.getByRole('searchbox', { name: '搜索用户' })).toHaveValue('半个');

  await page.reload();
  await expect(tab(page, '用户列表')).toHaveAttribute('aria-selected', 'true');
  expect(await titles(page)).toEqual(['首页', '用户列表', '角色列表', '机构列表']);

  await tab(page, '角色列表').click({ button: 'middle' });
  expect(await titles(page)).toEqual(['首页', '用户列表', '机构列表']);
  await tab(page, '用户列表').locator('.tabs-close').click();
  await expect(tab(page, '机构列表')).toHaveAttribute('aria-selected', 'true');
  await expect(page).toHaveURL(/\/base\/org\/list$/);
  await expect(tab(page, '首页').locator('.tabs-close')).toHaveCount(0);
});

test('a tab’s context menu offers five actions, none of which closes 首页', async ({ openAsAdmin }) => {
  const page = await openAsAdmin('/index');
  await open(page, '系统管理', '用户管理', '角色管理', '操作日志');
  await open(page, '基础数据', '机构管理');
  const actions = page.getByRole('menuitem', { name: /^(?:刷新|关闭)/ }).filter({ visible: true });
  await tab(page, '首页').click({ button: 'right' });
  await expect(actions).toHaveText(['刷新', '关闭', '关闭其他', '关闭右侧', '关闭全部']);
  await expect(actions.nth(1)).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await panel(page).evaluate((element) => element.setAttribute('data-mark', ''));
  await act(page, '机构列表', '刷新');
  await expect(panel(page).and(page.locator('[data-mark]'))).toHaveCount(0);
  await expect(panel(page).getByRole('row').nth(1)).toBeVisible();
  await act(page, '机构列表', '关闭');
  await expect.poll(() => titles(page)).toEqual(['首页', '用户列表', '角色列表', '操作日志列表']);
  await expect(page).toHaveURL(/\/sys\/log-opt\/list$/);
  await act(page, '角色列表', '关闭右侧');
  await expect.poll(() => titles(page)).toEqual(['首页', '用户列表', '角色列表']);
  await expect(page).toHaveURL(/\/sys\/role\/list$/);
  await act(page, '用户列表', '关闭其他');
  await expect.poll(() => titles(page)).toEqual(['首页', '用户列表']);
  await expect(page).toHaveURL(/\/sys\/user\/list$/);
  await act(page, '用户列表', '关闭全部');
  await expect.poll(() => titles(page)).toEqual(['首页']);
  await expect(page).toHaveURL(/\/index$/);

  // The same actions are in the menu at the end of the strip.
  await open(page, '系统管理', '用户管理');
  await page.getByRole('button', { name: '标签页操作' }).click();
  await page.getByRole('menuitem', { name: '关闭全部' }).filter({ visible: true }).click();
  await expect.poll(() => titles(page)).toEqual(['首页']);
  await expect(page).toHaveURL(/\/index$/);
});

test('a list keeps its filters in its tab, two records have two tabs, and 刷新 goes through /redirect', async ({ openAsAdmin, api }) => {
  const [one, two] = [unique('甲'), unique('乙')];
  for (const userName of [one, two]) await api.save('sys/user', { userAccount: unique('u'), userName, userPassword: 'Pw-Journey-2026' });
  const page = await openAsAdmin(`/sys/user/list?search=${encodeURIComponent(one)}`);
  await page.getByRole('row', { name: one }).getByRole('button', { name: '查看' }).click();
  await expect(tab(page, one)).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: '编辑' }).click();
  await panel(page).getByLabel('备注').fill('写了一半');
  await expect(tab(page, `${one}，未保存`)).toBeVisible();

  await open(page, '系统管理', '用户管理');
  await expect(page).toHaveURL(/search=/);
  await expect(page.getByRole('row', { name: one })).toBeVisible();
  await page.getByRole('searchbox', { name: '搜索用户' }).fill(two);
  await page.keyboard.press('Enter');
  await page.getByRole('row', { name: two }).getByRole('button', { name: '编辑' }).click();
  await expect(panel(page).getByLabel('备注')).toHaveValue('');
  await tab(page, new RegExp(one)).click();
  await expect(panel(page).getByLabel('备注')).toHaveValue('写了一半');

  await act(page, new RegExp(one), '刷新');
  await page.getByRole('dialog').getByRole('button', { name: '继续编辑' }).click();
  await expect(panel(page).getByLabel('备注')).toHaveValue('写了一半');
  await act(page, new RegExp(one), '关闭其他');
  await expect.poll(() => titles(page)).toEqual(['首页', one]);
  await act(page, new RegExp(one), '刷新');
  await page.getByRole('dialog').getByRole('button', { name: '放弃并刷新' }).click();
  await expect(panel(page).getByLabel('备注')).toHaveValue('');
  await expect(page).toHaveURL(/\/sys\/user\/view\/[^/?]+\?edit=1$/);
  await expect(page.getByText('恢复草稿')).toHaveCount(0);
});

test('刷新 reads again what was just read, so that changes of somebody else appear', async ({ openAsAdmin, api }) => {
  const [before, after, roleCode] = [unique('先'), unique('后'), unique('r-')];
  const { id, version } = await api.save('sys/role', { roleName: before, roleCode });
  const page = await openAsAdmin(`/sys/role/list?search=${roleCode}`);
  for (const [from, to, stored] of [
    [before, after, version],
    [after, before, version + 1],
  ] as const) {
    await expect(panel(page).getByRole('row', { name: from })).toBeVisible();
    await api.save('sys/role', { id, version: stored, roleName: to, roleCode });
    await act(page, '角色列表', '刷新');
    await expect(panel(page).getByRole('row', { name: to })).toBeVisible({ timeout: 3_000 });
  }
});

test('a noCache page starts over, another is kept; 刷新 recreates it, by the dropdown and by keyboard', async ({ openAsAdmin }) => {
  const page = await openAsAdmin('/profile');
  // A mark on the page's own element, which a recreated page does not have.
  const mark = (): Promise<void> => panel(page).evaluate((element) => element.setAttribute('data-mark', ''));
  const marked = panel(page).and(page.locator('[data-mark]'));
  await expect(panel(page).getByLabel('姓名')).toHaveValue('管理员');
  await mark();
  await open(page, '系统管理', '用户管理');
  await mark();
  await tab(page, '个人中心').click();
  await expect(page).toHaveURL('/profile');
  await expect(marked).toHaveCount(1);
  await tab(page, '用户列表').click();
  await expect(page).toHaveURL('/sys/user/list');
  await expect(panel(page)).toHaveCount(1);
  await expect(marked).toHaveCount(0);

  await tab(page, '个人中心').click();
  await expect(marked).toHaveCount(1);
  const more = page.getByRole('button', { name: '标签页操作' });
  await more.click();
  await page.getByRole('menuitem', { name: '刷新' }).filter({ visible: true }).click();
  await expect(marked).toHaveCount(0);
  await expect(panel(page).getByLabel('姓名')).toHaveValue('管理员');
  await expect(page).toHaveURL('/profile');
  await mark();
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: '刷新' }).filter({ visible: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(marked).toHaveCount(0);
  await expect(panel(page).getByLabel('姓名')).toHaveValue('管理员');
});

test('going back two steps across a link within a page shows the first page', async ({ openAsAdmin }) => {
  const page = await openAsAdmin('/index');
  await open(page, '系统管理', '用户管理');
  await page.getByRole('link', { name: '跳到内容' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/sys/user/list#content');
  // Like holding down the browser's back button.
  await page.evaluate(() => history.go(-2));
  await expect(page).toHaveURL('/index');
  await expect(tab(page, '首页')).toHaveAttribute('aria-selected', 'true');
  await expect(panel(page)).toHaveCount(1);
});

test('the tab strip by keyboard: walk, open, move, close', async ({ openAsAdmin }) => {
  const page = await openAsAdmin('/index');
  await open(page, '系统管理', '用户管理', '角色管理', '操作日志');
  await tab(page, '操作日志列表').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(tab(page, '角色列表')).toBeFocused();
  await page.keyboard.press('Shift+ArrowLeft');
  await expect.poll(() => titles(page)).toEqual(['首页', '角色列表', '用户列表', '操作日志列表']);
  await expect(tab(page, '角色列表')).toBeFocused();
  await page.keyboard.press('Shift+ArrowLeft');
  expect((await titles(page))[0]).toBe('首页');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/sys\/role\/list$/);
  await page.keyboard.press('Delete');
  await expect.poll(() => titles(page)).toEqual(['首页', '用户列表', '操作日志列表']);
  await expect(tab(page, '用户列表')).toBeFocused();
  await expect(page).toHaveURL(/\/sys\/user\/list$/);
});

test('a tab is dragged to another place', async ({ openAsAdmin }) => {
  const page = await openAsAdmin('/index');
  await open(page, '系统管理', '用户管理', '角色管理', '操作日志');
  await tab(page, '操作日志列表').dragTo(tab(page, '用户列表'));
  await expect.poll(() => titles(page)).toEqual(['首页', '操作日志列表', '用户列表', '角色列表']);
});

test('each tab keeps its scroll position', async ({ openAsAdmin }) => {
  const page = await openAsAdmin('/sys/function/list?limit=100&eq=functionStatus:正常');
  await page.setViewportSize({ width: 1440, height: 500 });
  await expect(page.getByRole('row').nth(5)).toBeVisible();
  const top = (): Promise<number> => page.evaluate(() => scrollY);
  await page.evaluate(() => scrollTo({ top: 260 }));
  // Approximately: the content begins at a fraction of a pixel.
  await expect.poll(async () => Math.abs((await top()) - 260)).toBeLessThan(3);
  await open(page, '系统管理', '角色管理');
  await expect.poll(top).toBe(0);
  await tab(page, '功能列表').click();
  await expect.poll(async () => Math.abs((await top()) - 260)).toBeLessThan(3);
  await page.reload();
  await expect.poll(async () => Math.abs((await top()) - 260)).toBeLessThan(3);
});

test('an account that signs in later never sees the tabs of the one before', async ({ openAsAdmin, server }) => {
  const page = await openAsAdmin('/sys/user/list');
  await expect(tab(page, '用户列表')).toBeVisible();
  await page.getByRole('button', { name: '用户菜单' }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  await page.getByLabel('账号').fill('admin');
  await page.getByLabel('密码', { exact: true }).fill(server.adminPassword);
  await page.getByLabel('验证码').fill((await page.locator('.captcha span[aria-hidden]').allTextContents()).join(''));
  await page.getByRole('button', { name: '登录' }).click();
  await expect(tab(page, '首页')).toBeVisible();
  expect(await titles(page)).toEqual(['首页']);
});
