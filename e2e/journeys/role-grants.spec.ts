import { unique } from '../support/api.ts';
import { goTo } from '../support/go-to.ts';
import { expect, test } from '../support/journey.ts';
import { functionOf, roleWith } from '../support/accounts.ts';
import { rowOf, valueOf } from '../support/press.ts';

const grantsOf = (roleId: string) => `sys/function/select-role-functions?sysRoleId=${roleId}`;

test('ticks permissions, keeps them unsaved behind other pages, saves them and shows them in the history', async ({ openAsAdmin, api }) => {
  const role = await api.save('sys/role', { roleName: unique('文员'), roleCode: unique('c-'), dataScope: '本人' });
  const users = await functionOf(api, 'sys/user/list');
  const page = await openAsAdmin(`/sys/role/view/${role.id}`);
  const grid = page.getByRole('treegrid', { name: '功能权限' });
  await grid.getByRole('checkbox', { name: '用户列表 查看', exact: true }).check();
  await grid.getByRole('checkbox', { name: '用户列表 导出', exact: true }).check();
  // Scrolled down, the button back to the top is above the bar.
  await page.mouse.wheel(0, 600);
  const [save, up] = [page.getByRole('button', { name: '保存授权' }), page.getByRole('button', { name: '回到顶部' })];
  await expect(up).toBeVisible();
  const [bar, over] = [await save.boundingBox(), await up.boundingBox()];
  expect((over?.y ?? 0) + (over?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  // Behind another page it keeps unsaved changes.
  await page.getByRole('button', { name: '返回角色列表' }).click();
  await expect(page).toHaveURL('/sys/role/list');
  await page.getByRole('tab', { name: /未保存/ }).click();
  await page.getByRole('button', { name: '保存授权' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('listitem')).toHaveText([/系统管理 \/ 用户管理 \/ 用户列表新增：查看导出/]);
  await dialog.getByRole('button', { name: '保存授权' }).click();
  await expect(page.getByText('授权已保存')).toBeVisible();
  expect(await api.call('GET', grantsOf(role.id))).toEqual([{ id: users.id, functionPermission: 'read,export' }]);

  await grid.getByRole('checkbox', { name: '用户列表 导出', exact: true }).uncheck();
  await page.getByRole('button', { name: '保存授权' }).click();
  await expect(dialog.getByRole('listitem')).toHaveText([/用户列表移除：导出/]);
  await dialog.getByRole('button', { name: '保存授权' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('tab', { name: '变更历史' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('查看、导出 → 查看');
});

test('保存 saves the role and its permissions together, and a conflict in either leaves both unsaved', async ({ openAsAdmin, api }) => {
  const role = await roleWith(api, {});
  const [users, roles] = [await functionOf(api, 'sys/user/list'), await functionOf(api, 'sys/role/list')];
  const page = await openAsAdmin(`/sys/role/view/${role.id}?edit=1`);
  const grid = page.getByRole('treegrid', { name: '功能权限' });
  await expect(page.getByText('当前为本地菜单模式')).toBeVisible();
  await grid.getByRole('checkbox', { name: '用户列表 查看', exact: true }).check();
  const name = unique('改名');
  await page.getByLabel('角色名称').fill(name);
  await expect(page.getByRole('button', { name: /保存/ })).toHaveCount(1);
  const others = unique('别人');
  await api.save('sys/role', { id: role.id, version: role.version, roleName: others });
  await page.getByRole('button', { name: /保存$/ }).click();
  const changes = page.getByRole('dialog', { name: /的授权变更/ });
  await changes.getByRole('button', { name: /^保 ?存$/ }).click();
  const conflict = page.getByRole('dialog', { name: '数据已被他人修改' });
  await expect(conflict).toBeVisible();
  expect(await api.call('GET', grantsOf(role.id))).toEqual([]);

  // Before each attempt somebody else changes the permissions.
  let words = 'read,export';
  await page.route('**/api/sys/role/save-authorization', async (route) => {
    words = words === 'read' ? 'read,export' : 'read';
    await api.call('POST', `sys/function/save-role-functions?sysRoleId=${role.id}`, [{ id: roles.id, functionPermission: words }]);
    await route.continue();
  });
  await conflict.getByRole('button', { name: '按选择保存' }).click();
  await changes.getByRole('button', { name: /^保 ?存$/ }).click();
  await expect(page.getByText('授权已被他人修改，请刷新后重试')).toBeVisible();
  await expect(conflict).toBeHidden();
  expect(await api.call('GET', grantsOf(role.id))).toEqual([{ id: roles.id, functionPermission: words }]);
  expect(await api.call('GET', `sys/role/select/${role.id}`)).toMatchObject({ roleName: others });
  await expect(page.getByLabel('角色名称')).toHaveValue(name);

  await page.unroute('**/api/sys/role/save-authorization');
  await page.getByRole('button', { name: /保存$/ }).click();
  await changes.getByRole('button', { name: /^保 ?存$/ }).click();
  await expect(valueOf(page, '角色名称')).toHaveText(name);
  const saved = await api.call<{ id: string; functionPermission: string }[]>('GET', grantsOf(role.id));
  expect(new Map(saved.map(({ id, functionPermission }) => [id, functionPermission]))).toEqual(
    new Map([
      [users.id, 'read'],
      [roles.id, words],
    ]),
  );
  await expect(page.getByText('尚未保存')).toHaveCount(0);
});

test('a role preview shows what the role sees, changes nothing, says so at the top, and leads back', async ({ openAsAdmin, api }) => {
  const users = await functionOf(api, 'sys/user/list');
  const role = await roleWith(api, { [users.id]: 'read,write,export' });
  const userName = unique('被看');
  const { id } = await api.save('sys/user', { userAccount: unique('seen-'), userName, userStatus: '正常' });
  const page = await openAsAdmin(`/sys/role/view/${role.id}`);
  await page.getByRole('button', { name: '以此角色预览' }).click();
  const bar = page.getByRole('region', { name: '角色预览' });
  await expect(bar).toContainText(`正在以角色“${String(role.roleName)}”预览，只能查看，不能修改`);

  // Everything within the role's reach, with its buttons; none of them changes anything.
  await goTo(page, `/sys/user/list?like=userName:${userName}`);
  await expect(rowOf(page, userName)).toBeVisible();
  await expect(page.getByRole('menuitem', { name: '角色管理' })).toHaveCount(0);
  await rowOf(page, userName).getByRole('button', { name: '编辑' }).click();
  await page.getByRole('textbox', { name: '手机号', exact: true }).fill('13800138000');
  await page.getByRole('button', { name: /^保 ?存$/ }).click();
  await expect(page.getByRole('alert').filter({ hasText: '只能查看，不能修改' })).toBeVisible();
  expect(await api.call('GET', `sys/user/select/${id}`)).toMatchObject({ userPhone: null, version: 1 });
  await page.reload();
  await expect(bar).toBeVisible();

  await bar.getByRole('button', { name: '退出预览' }).click();
  await expect(page).toHaveURL(`/sys/role/view/${role.id}`);
  await expect(bar).toHaveCount(0);
  await expect(page.getByRole('button', { name: '以此角色预览' })).toBeVisible();
  const lines = await api.call<{ items: { optType: string }[] }>(
    'GET',
    `sys/log-opt/select-page?eq=optTarget:${String(role.roleName)}&limit=20`,
  );
  expect(
    lines.items
      .map(({ optType }) => optType)
      .filter((type) => type.includes('预览'))
      .toSorted(),
  ).toEqual(['退出预览', '预览角色']);
});
