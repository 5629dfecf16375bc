import type { Page } from '@playwright/test';
import { newPassword, unique } from '../support/api.ts';
import { endOnServer } from '../support/end-on-server.ts';
import { goTo } from '../support/go-to.ts';
import { expect, test } from '../support/journey.ts';
import { rowOf } from '../support/press.ts';
import { changePassword, sendSignIn, signInAgain } from '../support/sign-in.ts';

test('an expired session asks once; 取消 keeps the page, 不离开本页登录 signs in on top of it', async ({ openAsAdmin, api, server }) => {
  const userName = unique('expired-');
  await api.save('sys/user', { userAccount: unique('x-'), userName, userStatus: '正常' });
  const page = await openAsAdmin(`/sys/user/list?like=userName:${userName}`);
  await expect(rowOf(page, userName)).toBeVisible();
  await endOnServer(page);

  const refresh = page.getByRole('button', { name: '刷新' });
  await refresh.dblclick();
  const dialog = page.getByRole('dialog', { name: '登录过期' });
  await expect(dialog).toContainText('请重新登录，登录已过期');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await dialog.getByRole('button', { name: '取消' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/sys\/user\/list/);

  await refresh.click();
  await dialog.getByRole('link', { name: '不离开本页登录' }).click();
  await signInAgain(page, server.adminPassword);
  await expect(rowOf(page, userName)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/sys/user/list\\?like=userName(:|%3A)${userName}$`));
});

test('unsaved input survives an expired session, and is saved after signing in again', async ({ openAsAdmin, server }) => {
  const page = await openAsAdmin('/sys/user/view/new');
  await page.getByLabel('账号').fill(unique('kept-'));
  await page.getByLabel('姓名').fill('还在这里');
  await endOnServer(page);
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByRole('dialog', { name: '登录过期' }).getByRole('button', { name: '取消' }).click();
  await expect(page.getByLabel('姓名')).toHaveValue('还在这里');
  // A discreet message offers to sign in again, without a failed call before it.
  const line = page.getByText('登录已过期，当前内容仍可查看');
  await line.getByRole('button', { name: '不离开本页登录' }).click();
  await page.getByRole('dialog', { name: '重新登录' }).getByRole('button', { name: '取消' }).click();
  await expect(line).toBeVisible();

  await page.getByRole('button', { name: '保存' }).click();
  await page.getByRole('dialog', { name: '登录过期' }).getByRole('link', { name: '不离开本页登录' }).click();
  await signInAgain(page, server.adminPassword);
  await expect(page.getByRole('dialog', { name: '一次性密码' })).toBeVisible();
  await expect(line).toBeHidden();
});

const tabsOf = (page: Page): Promise<(string | null)[]> =>
  page.locator('.tabs-strip [role=tab]').evaluateAll((tabs) => tabs.map((tab) => tab.getAttribute('data-key')));
/** Leaves through 重新登录 from a form with unsaved input, in the last of three tabs. */
async function leaveAmidWork(page: Page): Promise<void> {
  await goTo(page, '/base/dict/list');
  await goTo(page, '/sys/role/view/new');
  const form = page.locator('.tab-page').filter({ visible: true });
  await form.getByLabel('角色名称').fill('写了一半');
  await form.getByLabel('角色编码').fill('half');
  await endOnServer(page);
  await form.getByRole('button', { name: '保存' }).click();
  await page.getByRole('dialog', { name: '登录过期' }).getByRole('button', { name: '重新登录' }).click();
  await expect(page).toHaveURL('/login?redirect=%2Fsys%2Frole%2Fview%2Fnew');
  await expect(page.getByText('写了一半')).toHaveCount(0);
}

test('重新登录 leads to the sign-in page, and the same person gets page, tabs and draft back', async ({ openAsAdmin, server }) => {
  const page = await openAsAdmin('/index');
  await leaveAmidWork(page);
  await sendSignIn(page, 'admin', server.adminPassword);
  await expect(page).toHaveURL('/sys/role/view/new');
  await page.getByRole('button', { name: '恢复草稿' }).click();
  await expect(page.getByLabel('角色名称')).toHaveValue('写了一半');
  expect(await tabsOf(page)).toEqual(['/index', '/base/dict/list', '/sys/role/view/new']);
});

test('another person who signs in after 重新登录 gets nothing of the first person’s', async ({ openAsAdmin, api }) => {
  const [userAccount, userPassword] = [unique('next-'), newPassword()];
  await api.save('sys/user', { userAccount, userName: '下一位', userPassword, userStatus: '正常' });
  const page = await openAsAdmin('/index');
  await leaveAmidWork(page);
  await sendSignIn(page, userAccount, userPassword);
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('userAccount'))).toBe(userAccount);
  await expect(page).not.toHaveURL(/role|login/);
  expect(await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))).not.toMatch(/role\/view|dict\/list|leftBehind/);
});

test('signing in again in one of two windows closes the prompt in the other', async ({ openAsAdmin, context, server }) => {
  const page = await openAsAdmin('/sys/role/list');
  const other = await context.newPage();
  await other.goto('/sys/role/list');
  await expect(other.getByText(/^共 [\d,]+ 条$/)).toBeVisible();
  await endOnServer(page);
  for (const each of [page, other]) {
    await each.getByRole('button', { name: '刷新' }).click();
    await expect(each.getByRole('dialog', { name: '登录过期' })).toBeVisible();
  }
  await page.getByRole('dialog', { name: '登录过期' }).getByRole('link', { name: '不离开本页登录' }).click();
  await signInAgain(page, server.adminPassword);
  await expect(other.getByRole('dialog')).toHaveCount(0);
  await other.getByRole('button', { name: '刷新' }).click();
  await expect(other.getByText(/^共 [\d,]+ 条$/)).toBeVisible();
});

test('windows at the sign-in form continue to their pages when the person signs in in one of them', async ({
  openAsAdmin,
  context,
  server,
}) => {
  const page = await openAsAdmin('/sys/role/list');
  const other = await context.newPage();
  await other.goto('/profile?from=mail#password');
  await expect(other.getByLabel('账号')).toHaveValue('admin');
  await endOnServer(page);
  await page.getByRole('button', { name: '刷新' }).click();
  await page.getByRole('dialog', { name: '登录过期' }).getByRole('button', { name: '重新登录' }).click();
  await expect(page).toHaveURL('/login?redirect=%2Fsys%2Frole%2Flist');
  await expect(other).toHaveURL('/login?redirect=%2Fprofile%3Ffrom%3Dmail%23password');
  // A window where somebody is signing in, perhaps as another person, is left alone.
  const typing = await context.newPage();
  await typing.goto('/login');
  await typing.getByRole('textbox', { name: '账号' }).fill('somebody');

  await sendSignIn(page, 'admin', server.adminPassword);
  await expect(page).toHaveURL('/sys/role/list');
  await expect(other.getByLabel('账号')).toHaveValue('admin');
  await expect(other).toHaveURL('/profile?from=mail#password');
  await expect(typing.getByRole('textbox', { name: '账号' })).toHaveValue('somebody');
});

test('after 取消 nothing blames the network: missing content says that the session has expired', async ({ openAsAdmin }) => {
  const page = await openAsAdmin('/profile');
  await expect(page.getByLabel('账号')).toHaveValue('admin');
  await endOnServer(page);
  await page.getByRole('tab', { name: '登录设备' }).click();
  await page.getByRole('dialog', { name: '登录过期' }).getByRole('button', { name: '取消' }).click();
  const shown = page.getByRole('tabpanel', { name: '登录设备' });
  await expect(shown.getByText('登录已过期')).toBeVisible();
  await expect(page.getByText(/网络/)).toHaveCount(0);
});

test('signing out leaves nothing in the browser, and the back button shows no data', async ({ openAsAdmin, api }) => {
  const userName = unique('private-');
  await api.save('sys/user', { userAccount: unique('p-'), userName, userStatus: '正常' });
  const page = await openAsAdmin('/index');
  await page.getByRole('main').getByRole('link', { name: '用户管理' }).click();
  await expect(rowOf(page, userName)).toBeVisible();

  await page.getByRole('button', { name: '用户菜单' }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('button', { name: '登录' })).toBeVisible();
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);

  await page.goBack();
  await expect(page.getByRole('button', { name: '登录' })).toBeVisible();
  await expect(page.getByText(userName)).toHaveCount(0);
  await expect(page).toHaveURL(/\/login/);
});

test('a session survives a reload and is shared with another window of the same browser', async ({ openAsAdmin, context }) => {
  const page = await openAsAdmin('/profile');
  await page.reload();
  await expect(page.getByLabel('账号')).toHaveValue('admin');
  const other = await context.newPage();
  await other.goto('/profile');
  await expect(other.getByLabel('账号')).toHaveValue('admin');
  await other.close();
  // A busy window answers late, which is accepted as long as nobody has begun to type.
  await page.evaluate(() => {
    const { postMessage: tell } = Object.getOwnPropertyDescriptors(BroadcastChannel.prototype);
    BroadcastChannel.prototype.postMessage = function (message) {
      setTimeout(() => tell.value?.call(this, message), 1_500);
    };
  });
  const late = await context.newPage();
  await late.goto('/profile');
  await expect(late.getByLabel('账号')).toHaveValue('admin');
  await expect(late).toHaveURL('/profile');
});

test('nothing fails behind the change of a one-time password: the home page loads after it', async ({ page, api }) => {
  const account = unique('p-');
  const { oneTimePassword } = await api.save('sys/user', { userAccount: account, userName: '李新', userStatus: '正常' });
  await page.goto('/login');
  await sendSignIn(page, account, String(oneTimePassword));
  const change = page.getByRole('dialog', { name: '修改密码' });
  await expect(change.getByText('请先修改密码')).toBeVisible();
  await expect(page.getByText('加载失败')).toHaveCount(0);
  await changePassword(page, String(oneTimePassword), newPassword());
  await expect(page.getByText('加载失败')).toHaveCount(0);
  await expect(page.getByRole('region', { name: '最近的记录' }).getByText('您打开或修改过的记录会列在这里')).toBeVisible();
});
