import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { appearance } from '../../platform/appearance/appearance.ts';
import { tabsStore } from '../../platform/tabs/tabs-store.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { onPhone } from '../../testing/on-phone.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { stubServer } from '../../testing/stub-server.ts';
import { makeShellSlots, ShellSlotsContext } from '../routing/shell-slots.tsx';
import { modules } from '@back-office/app/web/modules.ts';
import { AppFrame } from './app-frame.tsx';

const route = (path: string, title: string, more: Partial<RouteRecord> = {}): RouteRecord => ({
  path,
  name: path.slice(1),
  component: path.slice(1),
  ...more,
  meta: { title, ...more.meta },
});
const list = route('/sys/user/list', '用户列表');
const view = route('/sys/user/view/:id', '用户信息', { hidden: true, meta: { title: '用户信息', activeMenu: '/sys/user/list' } });
const group = { ...route('/sys', '系统管理', { children: [list, view], alwaysShow: true }), component: 'Layout' };
const routes = [route('/index', '首页', { meta: { title: '首页', affix: true, breadcrumb: false } }), group, route('/help', '帮助中心')];
// Without the features' top bar items, which call the server.
const slots = {
  ...makeShellSlots(
    modules,
    Object.assign(() => Promise.resolve(() => undefined), { there: () => undefined }),
  ),
  topBar: [],
};
const drawFrame = (at = '/index', tall = false) =>
  draw(
    <ShellSlotsContext value={slots}>
      <AppFrame routes={routes} whole>
        <p style={tall ? { height: 4000 } : {}}>what the page shows</p>
      </AppFrame>
    </ShellSlotsContext>,
    { at },
  );
const button = (name: string) => page.getByRole('button', { name, exact: true });
const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
const menu = page.getByRole('navigation', { name: '主菜单' });
const crumbs = page.getByRole('navigation', { name: '面包屑' });
const shell = (): DOMStringMap => document.querySelector<HTMLElement>('.shell')?.dataset ?? {};
const search = page.getByRole('searchbox', { name: '搜索菜单' });

const before = appearance.get();

beforeEach(() => {
  signInAs({ routes });
  stubServer({ 'PUT /api/sys/user/preference/appearance': null });
});

afterEach(() => appearance.change(before));

describe('the sidebar', () => {
  test('collapses and expands by its button, and keeps its state when the person comes back', async () => {
    const before = await drawFrame();
    await button('收起菜单').click();
    await expect.element(button('展开菜单')).toHaveAttribute('aria-expanded', 'false');
    await expect.element(search).not.toBeInTheDocument();
    await before.unmount();
    const after = await drawFrame();
    await expect.element(search).not.toBeInTheDocument();
    await button('展开菜单').click();
    await expect.element(button('收起菜单')).toHaveAttribute('aria-expanded', 'true');
    await expect.element(search).toBeVisible();
    await after.unmount();
    await drawFrame();
    await expect.element(search).toBeVisible();
  });

  test('expands, when it is collapsed, to be searched', async () => {
    await drawFrame();
    await button('收起菜单').click();
    await button('搜索菜单').click();
    await expect.element(search).toBeVisible();
  });

  test('expands the groups above the page, and marks the menu entry that the page belongs to', async () => {
    await drawFrame('/sys/user/view/7');
    await expect.element(menu.getByRole('link', { name: '用户列表' })).toHaveAttribute('aria-current', 'page');
    await expect.element(menu.getByText('用户信息')).not.toBeInTheDocument();
  });

  test('is searched by pinyin; Enter opens the first match and ends the search', async () => {
    const { address } = await drawFrame();
    await search.fill('yonghu');
    await expect.element(menu.getByRole('link', { name: '用户列表' })).toBeVisible();
    await expect.element(menu.getByText('帮助中心')).not.toBeInTheDocument();
    await userEvent.keyboard('{Enter}');
    expect(address()).toBe('/sys/user/list');
    await expect.element(search).toHaveValue('');
  });

  test('says that nothing matches', async () => {
    const { address } = await drawFrame();
    await search.fill('没有的');
    await expect.element(menu.getByRole('status')).toMatchTextContent('没有符合的菜单');
    await userEvent.keyboard('{Enter}');
    expect(address()).toBe('/index');
  });

  test('is a drawer on a phone: closed at first, makes the page below unreachable, and closes on Escape', async () => {
    await onPhone();
    await drawFrame();
    expect(document.querySelector('.shell-side')?.hasAttribute('inert')).toBe(true);
    await button('展开菜单').click();
    await expect.element(menu.getByRole('link', { name: '帮助中心' })).toBeInViewport();
    expect(document.querySelector('.shell-main')?.hasAttribute('inert')).toBe(true);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => shell()['open']).toBe('false');
    await expect.element(page.getByText('what the page shows')).toBeVisible();
  });

  test('closes, as a drawer, on a press beside it and when a page is chosen', async () => {
    await onPhone();
    const { address } = await drawFrame();
    await button('展开菜单').click();
    await button('关闭菜单').click({ position: { x: 370, y: 400 } });
    await expect.poll(() => shell()['open']).toBe('false');
    const press = () => menu.getByRole('link', { name: '帮助中心' }).click();
    const find = () => search.fill('帮助').then(() => userEvent.keyboard('{Enter}'));
    // Also when it is the current one.
    for (const choose of [press, press, find]) {
      await button('展开菜单').click();
      await choose();
      expect(address()).toBe('/help');
      await expect.poll(() => shell()['open']).toBe('false');
    }
  });

  test('takes the focus, as a drawer, and gives it back to its button', async () => {
    await onPhone();
    await drawFrame();
    const opener = button('展开菜单');
    await opener.click();
    await expect.element(menu.getByRole('link', { name: '首页' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(opener).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(menu.getByRole('link', { name: '首页' })).toHaveFocus();
    await button('关闭菜单').click({ position: { x: 370, y: 400 } });
    await expect.element(opener).toHaveFocus();
  });
});

describe('navigation in the page', () => {
  test('offers a link that skips to the content at the first press of Tab', async () => {
    await drawFrame();
    // Chromium goes on from where the test before clicked, unless the focus is somewhere else.
    const start = document.createElement('button');
    document.body.prepend(start);
    onTestFinished(() => start.remove());
    start.focus();
    await userEvent.tab();
    const skip = page.getByRole('link', { name: '跳到内容' });
    await expect.element(skip).toHaveFocus();
    await expect.element(skip).toBeInViewport();
    await expect.element(skip).toHaveAttribute('href', '#content');
  });

  test('shows breadcrumbs that lead back; the home page has none', async () => {
    const { go, address } = await drawFrame();
    await expect.element(crumbs.getByRole('list')).not.toBeInTheDocument();
    await go('/sys/user/list');
    await expect
      .poll(() => [...crumbs.element().querySelectorAll('li')].map(({ textContent }) => textContent))
      .toEqual(['首页', '系统管理', '用户列表']);
    // The current page is not a link.
    await expect.element(crumbs.getByRole('link', { name: '用户列表' })).not.toBeInTheDocument();
    await crumbs.getByRole('link', { name: '首页' }).click();
    expect(address()).toBe('/index');
  });

  test('returns to the top of a long page, and the focus moves along', async () => {
    await drawFrame('/index', true);
    await expect.element(button('回到顶部')).not.toBeInTheDocument();
    scrollTo(0, 900);
    await button('回到顶部').click();
    await expect.poll(() => scrollY).toBe(0);
    await expect.poll(() => document.activeElement?.id).toBe('content');
    await expect.element(button('回到顶部')).not.toBeInTheDocument();
  });
});

describe('the top bar', () => {
  test('names the person, and leads to their own pages', async () => {
    const { address } = await drawFrame();
    await page.getByRole('link', { name: '系统管理员' }).click();
    expect(address()).toBe('/profile');
    await button('用户菜单').click();
    await page.getByRole('menuitem', { name: '导出中心' }).click();
    expect(address()).toBe('/exports');
    await button('用户菜单').click();
    await expect.element(page.getByRole('menuitem', { name: /^版本 / })).toHaveAttribute('aria-disabled', 'true');
  });

  test.each([
    ['退出登录', '用户菜单'],
    ['切换字体大小', '字体大小'],
  ])('asks before %s if unsaved input would be lost', async (doing, from) => {
    const { address } = await drawFrame();
    tabsStore.apply(tabsStore.computeNext(routes, { at: 'key', fullPath: '/help', back: false }));
    const tab = tabsStore.get().active ?? '';
    tabsStore.mark(tab, 'form', () => undefined);
    onTestFinished(() => tabsStore.mark(tab, 'form', undefined));
    await button(from).click();
    await item(doing === '退出登录' ? doing : '小').click();
    const asking = page.getByRole('dialog', { name: `${doing}会丢失未保存的内容` });
    await expect.element(asking).toMatchTextContent('帮助中心');
    await asking.getByRole('button', { name: '继续编辑' }).click();
    await expect.element(asking).not.toBeInTheDocument();
    expect(address()).toBe('/index');
  });

  test('switches between light and dark at once', async () => {
    await drawFrame();
    await button('外观').click();
    await item('深色').click();
    await expect.poll(() => document.documentElement.dataset['scheme']).toBe('dark');
    await button('外观').click();
    await item('浅色').click();
    await expect.poll(() => document.documentElement.dataset['scheme']).toBe('light');
  });

  test('applies another accent colour everywhere at once, and restores the page’s own with the first', async () => {
    const brand = (): string => getComputedStyle(document.documentElement).getPropertyValue('--brand');
    await drawFrame();
    await button('外观').click();
    await item('紫色').click();
    await expect.poll(brand).toBe('#9254de');
    await button('外观').click();
    await item('蓝色').click();
    await expect.poll(brand).toBe('#1890ff');
  });

  test('renders the page anew, by redirecting to its address, when the font size changes', async () => {
    const { address } = await drawFrame('/help?a=1');
    await button('字体大小').click();
    await item('大').click();
    await expect.poll(address).toBe('/redirect/help?a=1');
    await expect.poll(() => document.documentElement.dataset['size']).toBe('default');
    await expect.element(page.getByText('切换字体成功')).toBeVisible();
  });
});
