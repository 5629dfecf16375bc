import { expect, test } from '../support/journey.ts';
import { signIn } from '../support/sign-in.ts';

test('without browser storage, the sign-in form says what to allow, and everything keeps working', async ({ page, server }) => {
  // As Chromium does with "block all cookies".
  await page.addInitScript(() => {
    const refuse = (): never => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, { get: refuse, configurable: true });
    Object.defineProperty(window, 'SharedWorker', { value: refuse });
  });
  await page.goto('/login');
  await expect(page.getByText('请在浏览器的设置中允许本站的 Cookie 和网站数据。')).toBeVisible();
  await signIn(page, 'admin', server.adminPassword, '/sys/role/list');
  await expect(page.getByRole('button', { name: '已连接，数据实时更新' })).toBeVisible();
  await page.getByRole('link', { name: '用户管理' }).click();
  await expect(page.getByRole('region', { name: '用户列表' })).toBeVisible();
  await page.getByRole('button', { name: '用户菜单' }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await expect(page.getByRole('button', { name: '登录' })).toBeVisible();
});
