import type { Page } from '@playwright/test';
import { unique } from '../support/api.ts';
import { goTo } from '../support/go-to.ts';
import { expect, test } from '../support/journey.ts';
import { functionOf, accountWith, roleWith } from '../support/accounts.ts';
import { captchaOf, signIn } from '../support/sign-in.ts';

const tab = (page: Page, name: string | RegExp) => page.getByRole('tablist', { name: '已打开的页面' }).getByRole('tab', { name });
const form = (page: Page) => page.locator('.tab-page').filter({ visible: true });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

test('what was typed is offered back after the window is gone, save for secrets', async ({ openAsAdmin, context, server }) => {
  const page = await openAsAdmin('/sys/user/view/new');
  await form(page).getByLabel('备注').fill('写了一半');
  await form(page).getByLabel('密码').fill('Pw-Secret-2026');
  await expect(tab(page, /未保存/)).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Pw-Secret');

  // A crash asks nothing.
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

test('a draft is restored or thrown away, and gone once it is saved', async ({ openAsAdmin, api }) => {
  const name = unique('草稿');
  const { id } = await api.save('sys/user', { userAccount: unique('u'), userName: name, userPassword: 'Pw-Journey-2026' });
  const page = await openAsAdmin(`/sys/user/view/${id}?edit=1`);
  page.on('dialog', (asked) => void asked.accept());
  const remark = form(page).getByLabel('备注');
  await remark.fill('第一次');
  await page.reload();
  await form(page).getByRole('button', { name: '丢弃' }).click();
  await expect(remark).toHaveValue('');
  await remark.fill('第二次');
  await page.reload();
  await form(page).getByRole('button', { name: '恢复草稿' }).click();
  await expect(remark).toHaveValue('第二次');
  await expect(tab(page, /未保存/)).toBeVisible();
  await form(page).getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('保存成功')).toBeVisible();
  await expect(tab(page, /未保存/)).toHaveCount(0);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft ')))).toEqual([]);
});

test('the personal centre and ticks of grants keep what was not saved, too', async ({ page, api, server }) => {
  const users = await functionOf(api, 'sys/user/list');
  const role = await roleWith(api, { [users.id]: 'read' });
  const { account, password } = await accountWith(api, []);
  page.on('dialog', (asked) => void asked.accept());
  await signIn(page, account, password, '/profile');
  await form(page).getByLabel('邮箱').fill('half@example.com');
  await expect(tab(page, /个人中心，未保存/)).toBeVisible();
  await page.reload();
  await form(page).getByRole('button', { name: '恢复草稿' }).click();
  await expect(form(page).getByLabel('邮箱')).toHaveValue('half@example.com');
  await form(page).getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('保存成功')).toBeVisible();
  await expect(tab(page, /未保存/)).toHaveCount(0);
  await page.getByRole('button', { name: '用户菜单' }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await expect(page).toHaveURL(/login/);

  await signIn(page, 'admin', server.adminPassword, `/sys/role/view/${role.id}`);
  const tick = (name: string) => page.getByRole('checkbox', { name: `用户列表 ${name}`, exact: true });
  await tick('导出').check();
  await tick('查看').uncheck();
  await expect(tab(page, /未保存/)).toBeVisible();
  await page.reload();
  await expect(tick('导出')).not.toBeChecked();
  // What is ticked since stays with what is brought back.
  await tick('编辑').check();
  await page.getByRole('button', { name: '恢复草稿' }).click();
  await expect(tick('导出')).toBeChecked();
  await expect(tick('编辑')).toBeChecked();
  await expect(tick('查看')).not.toBeChecked();
  await page.getByRole('button', { name: '保存授权' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '保存授权' }).click();
  await expect(page.getByText('授权已保存')).toBeVisible();
  await page.reload();
  await expect(tick('导出')).toBeChecked();
  await expect(page.getByText('恢复草稿')).toHaveCount(0);
});

test('a question stands before close, size and sign-out', async ({ openAsAdmin }) => {
  const page = await openAsAdmin('/sys/role/view/new');
  await form(page).getByLabel('角色名称').fill('写了一半');
  await tab(page, /未保存/).click({ button: 'middle' });
  await dialog(page, /关闭会丢失/)
    .getByRole('button', { name: '继续编辑' })
    .click();
  await page.getByRole('button', { name: '用户菜单' }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await dialog(page, /退出登录会丢失/)
    .getByRole('button', { name: '继续编辑' })
    .click();
  await page.getByRole('button', { name: '字体大小' }).click();
  await page.getByRole('menuitem', { name: '小', exact: true }).click();
  await dialog(page, /切换字体大小会丢失/)
    .getByRole('button', { name: '继续编辑' })
    .click();
  await expect(form(page).getByLabel('角色名称')).toHaveValue('写了一半');
  await tab(page, /未保存/).focus();
  await page.keyboard.press('Delete');
  await dialog(page, /关闭会丢失/)
    .getByRole('button', { name: '放弃并关闭' })
    .click();
  await expect(page).toHaveURL(/\/index$/);
  await page.goto('/sys/role/view/new');
  await expect(form(page).getByLabel('角色名称')).toHaveValue('');
  await expect(page.getByText('恢复草稿')).toHaveCount(0);
});

test('closing several tabs asks for those with something typed, and names them', async ({ openAsAdmin }) => {
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
    await expect(asked.getByRole('listitem')).toHaveText(['角色授权：新增', '机构信息：新增']);
    if (action !== '关闭全部') await asked.getByRole('button', { name: '继续编辑' }).click();
    else await asked.getByRole('button', { name: '放弃并关闭' }).click();
    await expect(asked).toBeHidden();
    await expect(tab(page, /未保存/)).toHaveCount(action === '关闭全部' ? 0 : 2);
  }
  await expect(page).toHaveURL('/index');
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft ')))).toEqual([]);
});

test('leaving the window asks while something is typed, and only then', async ({ openAsAdmin }) => {
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

test('an expired session is renewed in place, and what failed is sent again', async ({ openAsAdmin, api, server }) => {
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

test('a new window goes on with the session of an open one, and is signed out with it', async ({ openAsAdmin, context }) => {
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
