import type { Page } from '@playwright/test';
import { unique } from '../support/api.ts';
import { goTo } from '../support/go-to.ts';
import { expect, test } from '../support/journey.ts';
import { captchaOf } from '../support/sign-in.ts';

const tab = (page: Page, name: string | RegExp) => page.getByRole('tablist', { name: '已打开的页面' }).getByRole('tab', { name });
const form = (page: Page) => page.locator('.tab-page').filter({ visible: true });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

test('unsaved input is offered back after the window is gone, except secrets', async ({ openAsAdmin, context, server }) => {
  const page = await openAsAdmin('/sys/user/view/new');
  await form(page).getByLabel('备注').fill('写了一半');
  await form(page).getByLabel('密码').fill('Pw-Secret-2026');
  await expect(tab(page, /未保存/)).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Pw-Secret');

  // A crash shows no confirmation.
  await page.close({ runBeforeUnload: false });
  const again = await context.newPage();
  await again.goto('/sys/user/view/new');
  await again.getByLabel('账号').fill('admin');
  await again.getByLabel('密码', { exact: true }).fill(server.adminPassword);
  await again.getByLabel('验证码').fill(await captchaOf(again));
  await again.getByRole('button', { name: '登录' }).click();
  await form(again).getByRole('button', { name: '恢复草稿' }).click();
  await expect(form(again).getByLabel('备注')).toHaveValue('写了一半');
  await expect(form(again).getByLabel('密码')).toHaveValue('');
});

test('closing several tabs asks about those with unsaved input, and names them', async ({ openAsAdmin }) => {
  const page = await openAsAdmin('/sys/user/list');
  for (const [path, field] of [
    ['/sys/role/view/new', '角色名称'],
    ['/base/org/view/new', '机构名称'],
  ] as const) {
    await goTo(page, path);
    await form(page).getByLabel(field).fill('写了一半');
    await expect(tab(page, /未保存/).and(tab(page, field.slice(0, 2)))).toBeVisible();
  }
  const asked = dialog(page, /关闭会丢失未保存的内容/);
  for (const action of ['关闭其他', '关闭右侧', '关闭全部']) {
    await tab(page, '用户列表').click({ button: 'right' });
    await page.getByRole('menuitem', { name: action }).filter({ visible: true }).click();
    await expect(asked.getByRole('listitem')).toHaveText(['新增角色', '新增机构']);
    if (action !== '关闭全部') await asked.getByRole('button', { name: '继续编辑' }).click();
    else await asked.getByRole('button', { name: '放弃并关闭' }).click();
    await expect(asked).toBeHidden();
    await expect(tab(page, /未保存/)).toHaveCount(action === '关闭全部' ? 0 : 2);
  }
  await expect(page).toHaveURL('/index');
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft ')))).toEqual([]);
});

test('leaving the window asks only while there is unsaved input', async ({ openAsAdmin }) => {
  const page = await openAsAdmin('/sys/role/view/new');
  const asked: string[] = [];
  page.on('dialog', (question) => {
    asked.push(question.type());
    void question.dismiss();
  });
  const name = form(page).getByLabel('角色名称');
  await name.click();
  await page.reload();
  expect(asked).toEqual([]);
  await name.click();
  await page.keyboard.type('写了一半');
  await expect(tab(page, /未保存/)).toBeVisible();
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await expect(name).toHaveValue('写了一半');
});

test('an expired session is renewed in place, and the failed call is sent again', async ({ openAsAdmin, api, server }) => {
  const page = await openAsAdmin('/sys/role/view/new');
  const [name, code] = [unique('角色'), unique('role')];
  await form(page).getByLabel('角色名称').fill(name);
  await form(page).getByLabel('角色编码').fill(code);
  const token = await page.evaluate(
    () =>
      (JSON.parse(sessionStorage.getItem('rolesCredentials') ?? '') as { credentials: { accessToken: string } }).credentials.accessToken,
  );
  await page.request.get('/api/logout', { headers: { Authorization: token } });
  await form(page).getByRole('button', { name: '保存' }).click();
  await dialog(page, '登录过期').getByRole('button', { name: '取消' }).click();
  await expect(form(page).getByLabel('角色名称')).toHaveValue(name);

  await form(page).getByRole('button', { name: '保存' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await dialog(page, '登录过期').getByRole('link', { name: '不离开本页登录' }).click();
  const again = dialog(page, '重新登录');
  await expect(again.getByLabel('账号')).toHaveValue('admin');
  await again.getByLabel('密码').fill('wrong');
  await again.getByLabel('验证码').fill(await captchaOf(page));
  await again.getByRole('button', { name: '登录', exact: true }).click();
  await expect(again.getByText('账号或密码错误')).toBeVisible();
  await again.getByLabel('密码').fill(server.adminPassword);
  await again.getByLabel('验证码').fill(await captchaOf(page));
  await again.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByText('保存成功')).toBeVisible();
  expect(await api.find('sys/role', 'roleCode', code)).toHaveLength(1);
});

test('a new window joins the session of an open one, and is signed out with it', async ({ openAsAdmin, context }) => {
  const page = await openAsAdmin('/index');
  const other = await context.newPage();
  await other.goto('/sys/user/list');
  await expect(other.getByRole('region', { name: '用户列表' })).toBeVisible();
  await other.goto('/login');
  await expect(other).toHaveURL(/\/index$/);
  await page.getByRole('button', { name: '用户菜单' }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await expect(other).toHaveURL(/\/login/);
  expect(await other.evaluate(() => sessionStorage.length)).toBe(0);
});
