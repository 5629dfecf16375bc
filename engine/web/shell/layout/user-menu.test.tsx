import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { onPhone } from '../../testing/on-phone.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { UserMenu } from './user-menu.tsx';

const openMenu = async (): Promise<void> => {
  signInAs({ account: 'lin' });
  await draw(<UserMenu />);
  await page.getByRole('button', { name: '用户菜单' }).click();
};

test('the keyboard shortcut for locking the screen is shown', async () => {
  await openMenu();
  await expect.element(page.getByRole('menuitem', { name: '锁屏（Ctrl+Alt+L）' })).toBeVisible();
});

test('no keyboard shortcut is shown on a touch screen', async () => {
  // Chromium's own emulation stays, in part, after its end: no later test of the page would have a pointer that hovers.
  const real = matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => real(query === '(pointer: coarse)' ? 'all' : query));
  await openMenu();
  await expect.element(page.getByRole('menuitem', { name: '锁屏', exact: true })).toBeVisible();
});

const fullScreen = page.getByRole('menuitem', { name: '全屏显示' });

test('full screen is not in the menu where the top bar has its button', async () => {
  await openMenu();
  await expect.element(page.getByRole('menuitem', { name: '退出登录' })).toBeVisible();
  await expect.element(fullScreen).not.toBeInTheDocument();
});

test('full screen is in the menu on a phone, with a warning if the browser does not support it', async () => {
  await onPhone();
  const requested = vi.spyOn(document.documentElement, 'requestFullscreen').mockRejectedValue(new TypeError('Not supported'));
  await openMenu();
  await fullScreen.click();
  expect(requested).toHaveBeenCalledOnce();
  await expect.element(page.getByText('当前浏览器不支持全屏显示')).toBeVisible();
});
