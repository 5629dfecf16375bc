import { newPassword, unique, type Api } from '../support/api.ts';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/journey.ts';
import { functionOf, accountWith, roleWith, type Account } from '../support/accounts.ts';
import { changePassword, openAs, sendSignIn } from '../support/sign-in.ts';

test.use({ settings: { ROUTER_MODE: 'remote' } });

/** A tree of four levels, an external link, a missing page, a cycle, and the users to read and add. */
async function makePerson(api: Api): Promise<Account & { path: string; name: string }> {
  const name = unique('级');
  const path = `/${unique('a')}`;
  const save = (values: Record<string, unknown>) => api.save('sys/function', { functionComponent: 'Layout', ...values });
  const first = await save({ functionName: name, rootPath: path, functionIcon: 'setting' });
  const other = await save({
    functionName: '二级旁',
    rootPath: 'x',
    parentId: first.id,
    functionComponent: 'sys/dept/list',
    functionPermission: 'read',
  });
  const second = await save({ functionName: '二级', rootPath: 'b', parentId: first.id, functionComponent: 'AppMain' });
  const third = await save({ functionName: '三级', rootPath: 'c', parentId: second.id, functionComponent: 'AppMain' });
  const page = await save({
    functionName: '四级机构',
    rootPath: 'd',
    parentId: third.id,
    functionComponent: 'sys/org/list',
    functionPermission: 'read',
  });
  const broken = await save({ functionName: '四级坏页', rootPath: 'bad', parentId: third.id, functionComponent: 'sys/nothing/list' });
  const link = await save({ functionName: `外链${name}`, rootPath: 'https://example.com/x', isExternal: '是' });
  const here = await save({ functionName: `本窗口${name}`, rootPath: 'https://example.com/y', isExternal: '否' });
  const circle = await save({ functionName: `循环${name}`, rootPath: `${path}-loop`, redirectPath: `${path}-loop` });
  const users = await functionOf(api, 'sys/user/list');
  const role = await roleWith(api, {
    [other.id]: 'read',
    [page.id]: 'read',
    [broken.id]: '',
    [link.id]: '',
    [here.id]: '',
    [circle.id]: '',
    [users.id]: 'read,add',
  });
  return { ...(await accountWith(api, [role.id])), path, name };
}

test('the menu and the pages come from the functions granted to a person', async ({ page, api }) => {
  const { account, password, path, name } = await makePerson(api);
  await openAs(page, account, password, '/index');
  const menu = page.getByRole('navigation', { name: '主菜单' });
  await expect(menu.getByRole('menuitem', { name: '角色管理' })).toHaveCount(0);
  await menu.getByRole('menuitem', { name, exact: false }).first().click();
  // The second level has one child, the third, and is shown as it.
  await menu.getByRole('menuitem', { name: '三级' }).click();
  await menu.getByRole('link', { name: '四级机构' }).click();
  await expect(page).toHaveURL(`${path}/b/c/d`);
  await expect(page.getByRole('navigation', { name: '面包屑' })).toHaveText(new RegExp(`${name}.*二级.*三级.*四级机构`));
  await expect(page.getByRole('toolbar', { name: '机构列表工具栏' })).toBeVisible();

  const link = menu.getByRole('link', { name: `外链${name}` });
  await expect(link).toHaveAttribute('href', 'https://example.com/x');
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  const here = menu.getByRole('link', { name: `本窗口${name}` });
  await expect(here).toHaveAttribute('href', 'https://example.com/y');
  await expect(here).not.toHaveAttribute('target');
});

test('a broken function shows a notice in its place and breaks nothing else', async ({ page, api }) => {
  const { account, password, path, name } = await makePerson(api);
  await openAs(page, account, password, `${path}/b/c/bad`);
  await expect(page.getByText('没有名为“sys/nothing/list”的页面')).toBeVisible();
  await page.getByRole('link', { name: `循环${name}` }).click();
  await expect(page.getByText('下没有可以打开的页面')).toBeVisible();
  await page.getByRole('link', { name: '用户管理' }).click();
  await expect(page.getByRole('row').filter({ hasText: account })).toBeVisible();
});

test('buttons follow the permissions, and a record without a page of its own opens beside its list', async ({ page, api }) => {
  const { account, password } = await makePerson(api);
  await openAs(page, account, password, '/sys/user/list');
  const toolbar = page.getByRole('toolbar', { name: '用户列表工具栏' });
  await expect(toolbar.getByRole('button', { name: '新增' })).toBeVisible();
  await expect(toolbar.getByRole('button', { name: '删除' })).toHaveCount(0);
  const row = page.getByRole('row').filter({ hasText: account });
  await expect(row.getByRole('button', { name: /查看|编辑|删除|更多/ })).toHaveText(['查看']);
  await row.getByRole('button', { name: '查看' }).click();
  await expect(page.getByRole('dialog', { name: '查看用户' })).toContainText(account);
});

test('pickers work for a person who may add users but may not read what the pickers offer', async ({ page, api }) => {
  const orgName = unique('深圳公司');
  await api.save('sys/org', { orgName, orgCode: unique('o-') });
  const users = await functionOf(api, 'sys/user/list');
  const role = await roleWith(api, { [users.id]: 'read,add' });
  const { account, password } = await accountWith(api, [role.id]);
  await openAs(page, account, password, '/sys/user/list');
  await page.getByRole('button', { name: '新增' }).click();
  await page.getByRole('combobox', { name: '机构' }).fill('shenzhen');
  await expect(page.getByRole('treeitem', { name: orgName })).toBeVisible();
});

test('granted and removed permissions show after a reload, and without any the page is 40003', async ({ page, api }) => {
  const users = await functionOf(api, 'sys/user/list');
  const role = await roleWith(api, { [users.id]: 'read' });
  const { account, password } = await accountWith(api, [role.id]);
  await openAs(page, account, password, '/sys/user/list');
  await expect(page.getByRole('row').filter({ hasText: account })).toBeVisible();
  await expect(page.getByRole('button', { name: '新增' })).toHaveCount(0);
  await api.call('POST', `sys/function/save-role-functions?sysRoleId=${role.id}`, [{ id: users.id, functionPermission: 'write' }]);
  await page.reload();
  await expect(page.getByRole('button', { name: '新增' })).toBeVisible();
  await api.call('POST', `sys/function/save-role-functions?sysRoleId=${role.id}`, []);
  await page.reload();
  await expect(page).toHaveURL('/error/40003');
});

test('a person who may grant permissions cannot grant those that they lack', async ({ page, api }) => {
  const users = await functionOf(api, 'sys/user/list');
  const roles = await functionOf(api, 'sys/role/list');
  const view = await functionOf(api, 'sys/role/view');
  const own = await roleWith(api, { [users.id]: 'read', [roles.id]: 'read,edit', [view.id]: 'read,edit' });
  const target = await roleWith(api, {});
  const { account, password } = await accountWith(api, [own.id]);
  await openAs(page, account, password, `/sys/role/view/${target.id}`);
  const lacking = page.getByRole('checkbox', { name: /^用户列表 删除/ });
  await expect(lacking).toHaveAttribute('aria-disabled', 'true');
  await expect(lacking).toHaveAccessibleName(/您自己没有此权限/);
  await page.getByRole('checkbox', { name: '用户列表', exact: true }).click();
  await expect(page.getByRole('checkbox', { name: '用户列表 查看', exact: true })).toBeChecked();
  await expect(lacking).not.toBeChecked();
  await page.getByRole('button', { name: '保存授权' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '保存授权' }).click();
  await expect(page.getByText('授权已保存')).toBeVisible();
  await page.goto(`/sys/role/view/${own.id}`);
  await expect(page.getByText('您自己拥有此角色')).toBeVisible();
});

test('a one-time password must be changed before anything is loaded, then the menu appears', async ({ page, api }) => {
  const users = await functionOf(api, 'sys/user/list');
  const role = await roleWith(api, { [users.id]: 'read' });
  const account = unique('p-');
  const { oneTimePassword } = await api.save('sys/user', { userAccount: account, userName: '李新', sysRoleIds: [role.id] });
  await page.goto('/login');
  await sendSignIn(page, account, String(oneTimePassword));
  const change = page.getByRole('dialog', { name: '修改密码' });
  await expect(change.getByRole('alert').filter({ hasText: '请先修改密码' })).toBeVisible();
  await expectAccessible(page);
  await changePassword(page, String(oneTimePassword), newPassword());
  await expect(page.getByRole('navigation', { name: '主菜单' }).getByRole('menuitem', { name: '用户管理' })).toBeVisible();
  await expect(page.getByText('加载失败')).toHaveCount(0);
});
