import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { appearance } from '../../platform/appearance/appearance.ts';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { onPhone } from '../../testing/on-phone.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { stubServer } from '../../testing/stub-server.ts';
import { makeShellSlots, ShellSlotsContext } from '../routing/shell-slots.tsx';
import { modules } from '@back-office/app/web/modules.ts';
import { AppFrame } from '../layout/app-frame.tsx';

const route = (path: string, title: string, more: Partial<RouteRecord> = {}): RouteRecord => ({
  path,
  name: path.slice(1),
  component: path.slice(1),
  ...more,
  meta: { title },
});
const group = { ...route('/sys', '系统管理', { children: [route('/sys/user/list', '用户列表')], alwaysShow: true }), component: 'Layout' };
const routes = [route('/index', '首页'), group, route('/help', '帮助中心')];
const slots = {
  ...makeShellSlots(
    modules,
    Object.assign(() => Promise.resolve(() => undefined), { there: () => undefined }),
  ),
  topBar: [],
};
const drawMenu = (at = '/index') =>
  draw(
    <ShellSlotsContext value={slots}>
      <AppFrame routes={routes} whole>
        what the page shows
      </AppFrame>
    </ShellSlotsContext>,
    { at },
  );
const button = (name: string) => page.getByRole('button', { name, exact: true });
const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
const menu = page.getByRole('navigation', { name: '主菜单' });
const before = appearance.get();

beforeEach(() => {
  signInAs({ routes });
  stubServer({ 'PUT /api/sys/user/preference/appearance': null });
});
afterEach(() => appearance.change(before));

describe('the top menu', () => {
  const drawAcross = async (width = 1200, at = '/index') => {
    await page.viewport(width, 800);
    onTestFinished(() => page.viewport(1200, 800));
    appearance.change({ menu: 'top' });
    const drawn = await drawMenu(at);
    await expect.element(item('系统管理').or(item('更多'))).toBeVisible();
    return drawn;
  };
  const bar = page.getByRole('menubar', { name: '主菜单' });

  test('is chosen in the same menu as light and dark, replaces the sidebar, and opens a group below itself', async () => {
    await page.viewport(1200, 800);
    const { address } = await drawMenu();
    await button('外观').click();
    await item('顶部菜单').click();
    await expect.element(bar).toBeVisible();
    expect(document.querySelector('.shell-side')).toBeNull();
    await item('系统管理').click();
    await expect.element(item('系统管理')).toHaveAttribute('aria-expanded', 'true');
    await page.getByRole('link', { name: '用户列表' }).click();
    expect(address()).toBe('/sys/user/list');
    await expect.element(page.getByRole('link', { name: '用户列表' })).not.toBeInTheDocument();
    await button('外观').click();
    await item('侧边菜单').click();
    await expect.element(bar).not.toBeInTheDocument();
  });

  test('is navigated by keys: along it, down into a group, on from inside to the next, and Escape goes back', async () => {
    const { address } = await drawAcross();
    (bar.getByRole('link', { name: '首页' }).element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(item('系统管理')).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(page.getByRole('link', { name: '用户列表' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(item('系统管理')).toHaveFocus();
    await expect.element(page.getByRole('link', { name: '用户列表' })).not.toBeInTheDocument();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('link', { name: '用户列表' })).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(bar.getByRole('link', { name: '帮助中心' })).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(bar.getByRole('link', { name: '首页' })).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}{Enter}');
    await expect.poll(address).toBe('/help');
    // A single tab stop.
    expect(bar.element().querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  });

  test('moves entries that do not fit into 更多, and is a drawer on a phone', async () => {
    await drawAcross(1200, '/sys/user/list');
    const menubar = document.querySelector<HTMLElement>('.top-menu ul');
    if (menubar === null) throw new Error('no bar');
    menubar.style.width = '190px';
    await expect.element(item('更多')).toBeVisible();
    await expect.element(bar.getByRole('link', { name: '帮助中心' })).not.toBeInTheDocument();
    await item('更多').click();
    await expect.element(page.getByRole('link', { name: '用户列表' })).toHaveAttribute('aria-current', 'page');
    await expect.element(page.getByRole('link', { name: '帮助中心' })).toBeVisible();
    menubar.style.width = '';
    await expect.element(item('更多')).not.toBeInTheDocument();
    await onPhone();
    await button('展开菜单').click();
    await expect.element(menu.getByRole('link', { name: '帮助中心' })).toBeInViewport();
  });
});
