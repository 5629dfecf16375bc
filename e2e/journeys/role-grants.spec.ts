import { unique } from '../support/api.ts';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/journey.ts';
import { functionOf, roleWith } from '../support/accounts.ts';
import { valueOf } from '../support/press.ts';
import { openAs } from '../support/sign-in.ts';

const grantsOf = (roleId: string) => `sys/function/select-role-functions?sysRoleId=${roleId}`;

test('ticks permissions, shows what changes, saves it, and tells it in the history', async ({ openAsAdmin, api }) => {
  const role = await api.save('sys/role', { roleName: unique('文员'), roleCode: unique('c-'), dataScope: '本人' });
  const users = await functionOf(api, 'sys/user/list');
  const page = await openAsAdmin(`/sys/role/view/${role.id}`);
  const grid = page.getByRole('treegrid', { name: '功能权限' });
  await page.getByLabel('搜索功能').fill('yonghuliebiao');
  await expect(grid.getByText('用户列表', { exact: true })).toBeVisible();
  await expect(grid.getByText('角色列表')).toHaveCount(0);
  await grid.getByRole('checkbox', { name: '用户列表 查看', exact: true }).check();
  await grid.getByRole('checkbox', { name: '用户列表 导出', exact: true }).check();
  await page.getByLabel('搜索功能').fill('');
  // Half-checked: it grants nothing by itself.
  await expect(grid.getByRole('checkbox', { name: '系统管理', exact: true })).toBeChecked({ indeterminate: true });
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

test('one 保存 saves the role and its ticks together, and a conflict of either leaves both unsaved', async ({ openAsAdmin, api }) => {
  const role = await roleWith(api, {});
  const users = await functionOf(api, 'sys/user/list');
  const page = await openAsAdmin(`/sys/role/view/${role.id}?edit=1`);
  const grid = page.getByRole('treegrid', { name: '功能权限' });
  await expect(page.getByText('当前为本地菜单模式')).toBeVisible();
  await grid.getByRole('checkbox', { name: '用户列表 查看', exact: true }).check();
  const name = unique('改名');
  await page.getByLabel('角色名称').fill(name);
  await expect(page.getByRole('button', { name: /保存/ })).toHaveCount(1);
  await api.save('sys/role', { id: role.id, version: role.version, roleName: unique('别人') });
  await page.getByRole('button', { name: /保存$/ }).click();
  const changes = page.getByRole('dialog', { name: /的授权变更/ });
  await changes.getByRole('button', { name: /^保 ?存$/ }).click();
  const conflict = page.getByRole('dialog', { name: '数据已被他人修改' });
  await expect(conflict).toBeVisible();
  expect(await api.call('GET', grantsOf(role.id))).toEqual([]);
  await conflict.getByRole('button', { name: '按选择保存' }).click();
  await changes.getByRole('button', { name: /^保 ?存$/ }).click();
  await expect(valueOf(page, '角色名称')).toHaveText(name);
  expect(await api.call('GET', grantsOf(role.id))).toEqual([{ id: users.id, functionPermission: 'read' }]);
  await expect(page.getByText('尚未保存')).toHaveCount(0);

  // Nothing but a tick.
  await page.getByRole('button', { name: /^编辑$/ }).click();
  await grid.getByRole('checkbox', { name: '用户列表 导出', exact: true }).check();
  await page.getByRole('button', { name: /保存$/ }).click();
  await changes.getByRole('button', { name: /^保 ?存$/ }).click();
  await expect(page.getByRole('button', { name: /^编辑$/ })).toBeVisible();
  expect(await api.call('GET', grantsOf(role.id))).toEqual([{ id: users.id, functionPermission: 'read,export' }]);
});

test('checks all of a branch and of a permission, folds, and keeps what somebody else granted meanwhile', async ({ openAsAdmin, api }) => {
  const role = await roleWith(api, {});
  const sms = await functionOf(api, 'sys/sms/list');
  const users = await functionOf(api, 'sys/user/list');
  const page = await openAsAdmin(`/sys/role/view/${role.id}`);
  const grid = page.getByRole('treegrid', { name: '功能权限' });
  await expect(grid.getByRole('checkbox', { name: '短信列表 发送', exact: true })).toBeAttached();
  await grid.getByRole('checkbox', { name: '用户管理', exact: true }).check();
  await expect(grid.getByRole('checkbox', { name: '用户列表 删除', exact: true })).toBeChecked();
  await grid.getByRole('checkbox', { name: '全部查看', exact: true }).check();
  await expect(grid.getByRole('checkbox', { name: '地区列表 查看', exact: true })).toBeChecked();
  await page.getByRole('button', { name: '全部收起' }).click();
  await expect(grid.getByText('用户列表')).toHaveCount(0);
  await page.getByRole('button', { name: '全部展开' }).click();
  await grid.getByRole('checkbox', { name: '全部功能', exact: true }).check();
  await grid.getByRole('checkbox', { name: '全部功能', exact: true }).uncheck();
  await expect(page.getByText('尚未保存')).toHaveCount(0);

  await grid.getByRole('checkbox', { name: '用户列表 查看', exact: true }).check();
  await api.call('POST', `sys/function/save-role-functions?sysRoleId=${role.id}`, [{ id: sms.id, functionPermission: 'read' }]);
  await page.getByRole('button', { name: '保存授权' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '保存授权' }).click();
  await expect(page.getByText('授权已保存')).toBeVisible();
  const granted = await api.call<{ id: string }[]>('GET', grantsOf(role.id));
  expect(granted.map(({ id }) => id).toSorted()).toEqual([sms.id, users.id].toSorted());
});

test('is used with the keyboard alone, and keeps unsaved ticks until they are thrown away', async ({ openAsAdmin, api }) => {
  const role = await roleWith(api, {});
  const page = await openAsAdmin(`/sys/role/view/${role.id}`);
  const grid = page.getByRole('treegrid', { name: '功能权限' });
  await grid.getByRole('checkbox', { name: '全部功能', exact: true }).focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'Space']) await page.keyboard.press(key);
  await expect(grid.getByRole('checkbox', { name: '地区列表 查看', exact: true })).toBeChecked();
  await page.getByRole('button', { name: '返回角色列表' }).click();
  await expect(page).toHaveURL('/sys/role/list');
  await page.getByRole('tab', { name: /未保存/ }).press('Delete');
  await page.getByRole('dialog').getByRole('button', { name: '继续编辑' }).click();
  await page.getByRole('tab', { name: /未保存/ }).click();
  await expect(grid.getByRole('checkbox', { name: '地区列表 查看', exact: true })).toBeChecked();
  await page.getByRole('button', { name: '撤销' }).click();
  await page.getByRole('button', { name: '返回角色列表' }).click();
  await expect(page).toHaveURL('/sys/role/list');
});

test('the role admin is shown whole and cannot be changed', async ({ openAsAdmin, api }) => {
  const [admin] = await api.find('sys/role', 'roleCode', 'admin');
  const page = await openAsAdmin(`/sys/role/view/${admin?.id ?? ''}`);
  await expect(page.getByText('不能修改。')).toBeVisible();
  await expect(page.getByRole('button', { name: '编辑' })).toHaveCount(0);
  const box = page.getByRole('checkbox', { name: /^用户列表 查看/ });
  await expect(box).toBeChecked();
  await expect(box).toHaveAttribute('aria-disabled', 'true');
  await page.goto('/sys/role/list');
  const row = page.getByRole('row').filter({ hasText: '系统内置' });
  await expect(row.getByRole('button', { name: '查看' })).toBeVisible();
  await expect(row.getByRole('button', { name: /编辑|删除/ })).toHaveCount(0);
});

test('fits a phone, and is accessible', async ({ page, server, api }) => {
  const role = await roleWith(api, { [(await functionOf(api, 'sys/user/list')).id]: 'read,write' });
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, 'admin', server.adminPassword, `/sys/role/view/${role.id}`);
  await expect(page.getByRole('checkbox', { name: '用户列表 读写', exact: true })).toBeChecked();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
});

test('two hundred functions are ticked without a wait', async ({ openAsAdmin, api }) => {
  const root = await api.save('sys/function', { functionName: unique('大'), rootPath: `/${unique('big')}`, functionComponent: 'Layout' });
  const rows = Array.from({ length: 200 }, (_, at) => ({
    parentId: root.id,
    functionName: `功能${at}`,
    rootPath: `f${at}`,
    functionComponent: 'AppMain',
    functionPermission: 'read,add,edit,delete,audit',
  }));
  for (const row of rows) await api.save('sys/function', row);
  const role = await roleWith(api, {});
  const page = await openAsAdmin(`/sys/role/view/${role.id}`);
  await expect(page.getByRole('checkbox', { name: '功能199 audit', exact: true })).toBeVisible();
  const times = await page.evaluate(async () => {
    const boxes = [...document.querySelectorAll<HTMLInputElement>('[role=treegrid] input')].slice(100, 140);
    const spent: number[] = [];
    for (const box of boxes) {
      const start = performance.now();
      box.click();
      await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
      spent.push(performance.now() - start);
    }
    return spent.toSorted((one, other) => one - other);
  });
  // 20 ms where nothing else runs; half of them may be held up by what does.
  expect(times[20]).toBeLessThan(200);
});
