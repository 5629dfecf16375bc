import { unique } from '../support/api.ts';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/journey.ts';
import { functionOf, accountWith, roleWith } from '../support/accounts.ts';
import { choose, tabTo } from '../support/press.ts';

test('a record shows who changed what, field by field, and loads this only on demand', async ({ openAsAdmin, api }) => {
  const row = await api.save('sys/user', { userAccount: unique('h-'), userName: '旧名', userPhone: '13800138000', userStatus: '正常' });
  await api.save('sys/user', { id: row.id, version: row.version, userName: '新名', userPhone: '13900139000', userStatus: '停用' });
  const asked: string[] = [];
  const page = await openAsAdmin('/index');
  page.on('request', (request) => void (request.url().includes('select-history') && asked.push(request.url())));
  await page.goto(`/sys/user/view/${row.id}`);
  await expect(page.getByRole('tab', { name: '变更历史' })).toBeVisible();
  expect(asked).toEqual([]);
  // By keyboard; the focus does not change a tab's name.
  await tabTo(page, page.getByRole('tab', { name: '基本信息' }));
  await page.keyboard.press('End');
  const history = page.getByRole('tab', { name: '变更历史' });
  await expect(history).toBeFocused();
  await expect(history).toHaveAccessibleName('变更历史');
  await page.keyboard.press('Enter');
  const entries = page.getByRole('tabpanel').getByRole('list').first().locator('> li');
  await expect(entries).toHaveCount(2);
  await expect(entries.first()).toContainText('管理员');
  await expect(entries.first()).toContainText('旧名 → 新名');
  await expect(entries.first()).toContainText('138****8000 → 139****9000');
  await expect(entries.first().locator('.ant-tag', { hasText: '停用' })).toBeVisible();
  await expectAccessible(page);
});

test('a dictionary entry shows its history beside the list', async ({ openAsAdmin, api }) => {
  const name = unique('dict-');
  await api.save('sys/dict', { dictLabel: name, dictValue: name });
  const page = await openAsAdmin(`/base/dict/list?like=dictLabel:${name}`);
  await page.getByRole('row').filter({ hasText: name }).getByRole('button', { name: '查看' }).click();
  await page.getByRole('dialog').getByRole('tab', { name: '变更历史' }).click();
  await expect(page.getByRole('dialog').getByRole('tabpanel', { name: '变更历史' })).toContainText(name);
});

test('a user’s permissions are shown with the roles that grant them, and with the roles that grant a missing one', async ({
  openAsAdmin,
  api,
}) => {
  const users = await functionOf(api, 'sys/user/list');
  const first = await roleWith(api, { [users.id]: 'read' });
  const second = await roleWith(api, { [users.id]: 'delete' });
  const { id } = await accountWith(api, [first.id]);
  const page = await openAsAdmin(`/sys/user/view/${id}`);
  await page.getByRole('tab', { name: '权限' }).click();
  const panel = page.getByRole('tabpanel', { name: '权限' });
  await expect(panel.getByRole('row').filter({ hasText: '用户列表' })).toHaveText(new RegExp(`查看.*${String(first['roleName'])}`));
  await expect(panel).toContainText('全部数据');
  await expect(panel.getByRole('link', { name: String(first['roleName']) })).toHaveAttribute('href', `/sys/role/view/${first.id}`);
  await choose(page, '功能', '系统管理 / 用户管理 / 用户列表');
  await page.getByRole('combobox', { name: '权限' }).click();
  await page.locator('.ant-select-item-option', { hasText: '删除' }).click();
  await expect(panel.getByRole('status')).toContainText(`未拥有授予此权限的角色：${String(second['roleName'])}`);
  await expectAccessible(page);
});
