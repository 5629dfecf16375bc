import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/journey.ts';
import { sendSignIn } from '../support/sign-in.ts';

test('a locked screen shows and does nothing in any window, survives a reload, and restores unsaved input', async ({
  openAsAdmin,
  context,
  server,
}) => {
  const page = await openAsAdmin('/sys/role/list');
  const other = await context.newPage();
  await other.goto('/index');
  await other.getByRole('navigation', { name: '主菜单' }).waitFor();
  await page.bringToFront();
  await page.getByRole('button', { name: '新增' }).click();
  const name = page.getByRole('textbox', { name: '角色名称' });
  await name.fill('锁屏前的草稿');

  await page.getByRole('button', { name: '用户菜单' }).click();
  await page.getByRole('menuitem', { name: /锁屏/ }).click();
  const heading = (of: typeof page) => of.getByRole('heading', { name: '屏幕已锁定' });
  await expect(heading(page)).toBeVisible();
  await expect(heading(other)).toBeVisible();
  await expect(name).toHaveCount(0);
  await expectAccessible(page);
  // In the middle of the whole window: nothing is beside it, unlike the picture beside the sign-in forms.
  const card = page.getByRole('main');
  const sides = await card.locator('form').evaluate((form) => {
    const { left, right } = form.getBoundingClientRect();
    return { left: Math.round(left), right: Math.round(innerWidth - right) };
  });
  expect(sides.left).toBe(sides.right);

  // Somebody with developer tools has the token, and it is useless.
  const code = await page.evaluate(async () => {
    const { credentials } = JSON.parse(sessionStorage.getItem('rolesCredentials') ?? '{}') as { credentials: { accessToken: string } };
    const answer = await fetch('/api/sys/role/select-page', { headers: { Authorization: credentials.accessToken } });
    return ((await answer.json()) as { code: number }).code;
  });
  expect(code).toBe(40304);
  await other.evaluate(() => sessionStorage.removeItem('screenLocked'));
  await other.reload();
  await expect(heading(other)).toBeVisible();

  await page.getByLabel('密码', { exact: true }).fill('wrong-password');
  await page.keyboard.press('Enter');
  await expect(page.getByText('密码不正确')).toBeVisible();
  await page.getByLabel('密码', { exact: true }).fill(server.adminPassword);
  await page.keyboard.press('Enter');
  await expect(name).toHaveValue('锁屏前的草稿');
  await expect(other.getByRole('navigation', { name: '主菜单' })).toBeVisible();
});

test('the next person can sign in in a tab whose locked screen was left by 退出登录', async ({ openAsAdmin, server }) => {
  const page = await openAsAdmin('/index');
  await page.getByRole('button', { name: '用户菜单' }).click();
  await page.getByRole('menuitem', { name: /锁屏/ }).click();
  await page.getByRole('button', { name: '退出登录' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await sendSignIn(page, 'admin', server.adminPassword);
  await expect(page.getByRole('navigation', { name: '主菜单' })).toBeVisible();
});
