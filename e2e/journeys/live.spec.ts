import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { newPassword, unique } from '../support/api.ts';
import { endOnServer } from '../support/end-on-server.ts';
import { goTo } from '../support/go-to.ts';
import { expect, test } from '../support/journey.ts';
import { functionOf, accountWith, roleWith } from '../support/accounts.ts';
import { rowOf, valueOf } from '../support/press.ts';
import { openAs, signInAgain } from '../support/sign-in.ts';
import { untilConnected } from '../support/until-connected.ts';

test.use({ settings: { ROUTER_MODE: 'remote' } });

const alertOf = (page: Page) => page.getByRole('dialog', { name: '登录异常' });

test('a disabled user is notified at once in every tab, and unsaved input waits for the next sign-in', async ({ page, context, api }) => {
  const [list, view] = [await functionOf(api, 'sys/user/list'), await functionOf(api, 'sys/user/view')];
  const role = await roleWith(api, { [list.id]: 'read,add', [view.id]: 'read,add' });
  const person = await accountWith(api, [role.id]);
  await untilConnected(page, () => openAs(page, person.account, person.password, '/sys/user/view/new'));
  const typed = unique('草稿');
  await page.getByLabel('姓名').fill(typed);
  const second = await context.newPage();
  await untilConnected(second, () => second.goto('/profile'));
  await expect(second.getByLabel('账号')).toHaveValue(person.account);

  // Both tabs, over the one connection of this browser.
  const online = async () => (await api.find('sys/session', 'userAccount', person.account)).map(({ tabCount }) => tabCount);
  await expect.poll(online).toEqual([2]);
  const { version } = await api.call<{ version: number }>('GET', `sys/user/select/${person.id}`);
  await api.save('sys/user', { id: person.id, version, userStatus: '停用' });
  for (const tab of [page, second]) {
    await expect(alertOf(tab)).toBeVisible({ timeout: 2_000 });
    await expect(alertOf(tab)).toContainText('请重新登录，账号已被停用');
  }
  await expectAccessible(page);
  await alertOf(page).getByRole('button', { name: '确定' }).click();
  for (const tab of [page, second]) await expect(tab.getByRole('button', { name: '登录' })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('rolesCredentials'))).toBeNull();

  const { version: next } = await api.call<{ version: number }>('GET', `sys/user/select/${person.id}`);
  await api.save('sys/user', { id: person.id, version: next, userStatus: '正常' });
  await openAs(page, person.account, person.password, '/sys/user/view/new');
  await page.getByRole('button', { name: '恢复草稿' }).click();
  await expect(page.getByLabel('姓名')).toHaveValue(typed);
});

test('an administrator ends sessions from the list of people online, also without SharedWorker', async ({
  openAsAdmin,
  otherPage,
  api,
}) => {
  const users = await functionOf(api, 'sys/user/list');
  const person = await accountWith(api, [(await roleWith(api, { [users.id]: 'read' })).id]);
  await otherPage.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'));
  const sockets: string[] = [];
  otherPage.on('websocket', (socket) => sockets.push(new URL(socket.url()).pathname));
  const cameBack = async () => {
    await expect(alertOf(otherPage)).toContainText('请重新登录，您已被管理员强制下线：换班');
    await alertOf(otherPage).getByRole('button', { name: '确定' }).click();
    await expect(otherPage).toHaveURL(/\/login/);
  };
  // A page that asks nothing by itself: the home page's figures could be refused before the notice arrives.
  const quiet = '/profile';
  await untilConnected(otherPage, () => openAs(otherPage, person.account, person.password, quiet));
  const page = await openAsAdmin(`/sys/session/list?like=userAccount:${person.account}`);
  await expect(rowOf(page, person.account)).toBeVisible();
  await page.getByRole('button', { name: '全部下线' }).click();
  const everywhere = page.getByRole('dialog', { name: /所有登录强制下线/ });
  await everywhere.getByRole('textbox', { name: /^原因/ }).fill('换班');
  await everywhere.getByRole('button', { name: '全部下线' }).click();
  await cameBack();
  await expect(rowOf(page, person.account)).toBeHidden();
  // The page's own socket: the worker's would not be listed for the page.
  expect(sockets).toEqual(['/api/live']);

  await untilConnected(otherPage, () => openAs(otherPage, person.account, person.password, quiet));
  await page.getByRole('button', { name: '刷新' }).click();
  await rowOf(page, person.account).getByRole('checkbox').check();
  await page.getByRole('button', { name: '强制下线', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `强制下线在线用户“${person.account}”？` });
  await expect(dialog).toContainText('会立即收到提示并退出登录');
  // A superfluous Enter does nothing.
  await expect(dialog.getByRole('button', { name: '取消' })).toBeFocused();
  await dialog.getByRole('textbox', { name: /^原因/ }).fill('换班');
  await dialog.getByRole('button', { name: '强制下线' }).click();
  await cameBack();
  await expect(rowOf(page, person.account)).toBeHidden();
});

test('signing out in one tab signs out the others', async ({ openAsAdmin, context }) => {
  const page = await openAsAdmin('/index');
  const second = await context.newPage();
  await second.goto('/profile');
  await expect(second.getByLabel('账号')).toHaveValue('admin');
  await page.getByRole('button', { name: '用户菜单' }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  for (const tab of [page, second]) {
    await expect(tab).toHaveURL(/\/login/);
    await expect(alertOf(tab)).toBeHidden();
    expect(await tab.evaluate(() => sessionStorage.getItem('rolesCredentials'))).toBeNull();
  }
});

test('a record that one window leaves is still updated in the other windows of the session', async ({ openAsAdmin, context, api }) => {
  const { id } = await api.save('sys/user', { userAccount: unique('seen-'), userName: '两处打开', userPassword: newPassword() });
  const path = `/sys/user/view/${String(id)}`;
  const page = await openAsAdmin('/index');
  await untilConnected(page, () => page.goto(path));
  await expect(valueOf(page, '姓名')).toHaveText('两处打开');
  const second = await context.newPage();
  await untilConnected(second, () => second.goto(path));
  await expect(valueOf(second, '姓名')).toHaveText('两处打开');
  const left = second.waitForResponse((answer) => answer.request().method() === 'DELETE' && answer.url().includes('/api/live/watch/'));
  await goTo(second, '/index');
  await left;
  const { version } = await api.call<{ version: number }>('GET', `sys/user/select/${String(id)}`);
  await api.save('sys/user', { id, version, userName: '一处打开' });
  await expect(valueOf(page, '姓名')).toHaveText('一处打开');
});

test('an entry added to a dictionary is offered in an open form, which keeps what was typed', async ({ openAsAdmin, api }) => {
  const page = await openAsAdmin('/sys/user/view/new');
  await page.getByLabel('姓名').fill('正在填写');
  const added = unique('性别');
  const root = (await api.find('sys/dict', 'dictValue', 'gender')).find(({ dictValue }) => dictValue === 'gender');
  await page.getByLabel('性别').click();
  await expect(page.getByRole('option', { name: '男', exact: true })).toBeAttached();
  await api.save('sys/dict', { parentId: root?.id, dictLabel: added, dictValue: added });
  await expect(page.getByTitle(added)).toBeVisible();
  await page.getByTitle(added).click();
  await expect(page.getByLabel('姓名')).toHaveValue('正在填写');
});

test('menu and buttons follow a change of permissions, and a page that is no longer allowed says so', async ({ page, api }) => {
  const [users, orgs] = [await functionOf(api, 'sys/user/list'), await functionOf(api, 'sys/org/list')];
  const role = await roleWith(api, { [users.id]: 'read,add', [orgs.id]: 'read' });
  const person = await accountWith(api, [role.id]);
  await openAs(page, person.account, person.password, '/sys/user/list');
  const menu = page.getByRole('navigation', { name: '主菜单' });
  await expect(page.getByRole('button', { name: '新增' })).toBeVisible();
  await expect(menu.getByText('机构管理')).toBeVisible();

  const grant = (grants: object[]) => api.call('POST', `sys/function/save-role-functions?sysRoleId=${role.id}`, grants);
  await grant([{ id: users.id, functionPermission: 'read' }]);
  await expect(page.getByRole('button', { name: '新增' })).toBeHidden();
  await expect(menu.getByText('机构管理')).toBeHidden();
  await grant([{ id: orgs.id, functionPermission: 'read' }]);
  await expect(page.getByText('您已没有访问此页面的权限')).toBeVisible();
  await expect(menu.getByText('用户管理')).toBeHidden();
});

test('a permission removed after it was loaded, but before the connection is open, disappears from the page', async ({ page, api }) => {
  const [users, orgs] = [await functionOf(api, 'sys/user/list'), await functionOf(api, 'sys/org/list')];
  const role = await roleWith(api, { [users.id]: 'read', [orgs.id]: 'read' });
  const person = await accountWith(api, [role.id]);
  // Requests of a shared worker cannot be held up here.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'));
  let connect = (): void => undefined;
  const held = new Promise<void>((done) => (connect = done));
  await page.route('**/api/live/ticket', async (route) => {
    await held;
    await route.continue();
  });
  await openAs(page, person.account, person.password, '/sys/user/list');
  const menu = page.getByRole('navigation', { name: '主菜单' });
  await expect(menu.getByText('机构管理')).toBeVisible();
  await expect(rowOf(page, person.account)).toBeVisible();

  await api.call('POST', `sys/function/save-role-functions?sysRoleId=${role.id}`, [{ id: users.id, functionPermission: 'read' }]);
  connect();
  await expect(menu.getByText('机构管理')).toBeHidden();
});

test('a form says that somebody else has saved its record meanwhile', async ({ openAsAdmin, api }) => {
  const user = await api.save('sys/user', { userAccount: unique('w-'), userName: unique('同改'), userPassword: newPassword() });
  const page = await openAsAdmin(`/sys/user/view/${user.id}?edit=1`);
  await page.getByLabel('备注').fill('我写的');
  const { version } = await api.call<{ version: number }>('GET', `sys/user/select/${user.id}`);
  await api.save('sys/user', { id: user.id, version, userRemark: '别人写的' });
  const line = page.getByRole('status').filter({ hasText: '刚刚修改了这条数据' });
  await expect(line).toBeVisible();
  await expect(page.getByLabel('备注')).toHaveValue('我写的');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByRole('dialog')).toContainText('别人写的');
});

test('a form also says so if its user has meanwhile signed in again over the page', async ({ openAsAdmin, api, server }) => {
  const user = await api.save('sys/user', { userAccount: unique('w-'), userName: unique('再登录'), userPassword: newPassword() });
  const page = await openAsAdmin(`/sys/user/view/${user.id}?edit=1`);
  await page.getByLabel('备注').fill('我写的');
  await endOnServer(page);
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByRole('dialog', { name: '登录过期' }).getByRole('button', { name: '取消' }).click();
  const expired = page.getByText('登录已过期，当前内容仍可查看');
  await expired.getByRole('button', { name: '不离开本页登录' }).click();
  const watched = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/live/watch' && answer.ok());
  await signInAgain(page, server.adminPassword);
  await watched;
  await expect(expired).toBeHidden();
  const { version } = await api.call<{ version: number }>('GET', `sys/user/select/${user.id}`);
  await api.save('sys/user', { id: user.id, version, userRemark: '别人写的' });
  await expect(page.getByRole('status').filter({ hasText: '刚刚修改了这条数据' })).toBeVisible();
  await expect(page.getByLabel('备注')).toHaveValue('我写的');
});

test.describe('while the server is away', () => {
  test.use({ expectedErrors: [/ERR_CONNECTION_REFUSED/] });

  test('the live connection is restored after a restart of the server', async ({ openAsAdmin, otherPage, server }) => {
    test.slow();
    const page = await openAsAdmin('/profile');
    await openAs(otherPage, 'admin', server.adminPassword, '/profile');
    for (const tab of [page, otherPage]) await expect(tab.getByLabel('账号')).toHaveValue('admin');
    await server.restart();
    const sessions = () =>
      otherPage.evaluate(async () => {
        const { credentials } = JSON.parse(sessionStorage.getItem('rolesCredentials') ?? '') as { credentials: { accessToken: string } };
        const answer = await fetch('/api/sys/session/select-page?sort=loginTime:asc&limit=100', {
          headers: { Authorization: credentials.accessToken },
        });
        const { data } = (await answer.json()) as { data: { items: { id: string; tabCount: number }[] } };
        return data.items.filter(({ tabCount }) => tabCount > 0).length;
      });
    // If the server takes long to start, the next attempt is a minute later.
    await expect.poll(sessions, { timeout: 90_000 }).toBe(2);
    await expect(alertOf(page)).toBeHidden();
  });
});
