import { unique } from '../support/api.ts';
import { expect, test } from '../support/journey.ts';
import { functionOf, accountWith, roleWith } from '../support/accounts.ts';
import { rowOf } from '../support/press.ts';
import { openAs } from '../support/sign-in.ts';

test.use({ settings: { ROUTER_MODE: 'remote' } });

/* A person of a branch opens every tree: it begins at the highest records that they see (docs/wire.md "Specific calls"). */
test('a person of a branch finds their part of every tree, in lists and in pickers', async ({ page, api }) => {
  const org = async (name: string, parentId: string | null) =>
    (await api.save('sys/org', { orgName: name, orgCode: unique('o-'), parentId })).id;
  const [head, branch, below] = [unique('总部'), unique('分部'), unique('支部')];
  const headId = await org(head, null);
  const branchId = await org(branch, headId);
  await org(below, branchId);
  const above = await api.save('sys/dept', { deptName: unique('总务'), sysOrgId: headId });
  const dept = await api.save('sys/dept', { deptName: unique('财务'), sysOrgId: branchId, parentId: above.id });
  const pages = ['sys/org', 'sys/dept', 'sys/district', 'sys/dict', 'sys/function'];
  const grants: Record<string, string> = {};
  for (const name of pages) grants[(await functionOf(api, `${name}/list`)).id] = 'read,add,edit';
  for (const name of ['sys/org', 'sys/dept']) grants[(await functionOf(api, `${name}/view`)).id] = '';
  const role = await roleWith(api, grants);
  await api.save('sys/role', { id: role.id, version: role.version, dataScope: '本机构及下级' });
  const { id, account, password } = await accountWith(api, [role.id]);
  await api.save('sys/user', { ...(await api.call<{ version: number }>('GET', `sys/user/select/${id}`)), id, sysOrgId: branchId });

  await openAs(page, account, password, '/base/org/list');
  await expect(rowOf(page, branch)).toBeVisible();
  await expect(page.getByText('共 2 条，第一级 1 条')).toBeVisible();
  // Their only root is expanded.
  await expect(rowOf(page, below)).toBeVisible();
  await expect(rowOf(page, below).getByRole('button', { name: `展开${below}` })).toHaveCount(0);
  await rowOf(page, below).getByRole('button', { name: '编辑' }).click();
  // The choices of its new parent begin at the branch too.
  await page.getByRole('combobox', { name: '上级机构' }).click();
  await expect(page.getByRole('treeitem')).toHaveText([branch]);
  await page.keyboard.press('Escape');

  await page.goto('/sys/dept/list');
  await expect(rowOf(page, String(dept['deptName']))).toBeVisible();
  await page.getByRole('toolbar', { name: '部门列表工具栏' }).getByRole('button', { name: '新增' }).click();
  await page.getByRole('combobox', { name: '所属机构' }).click();
  await expect(page.getByRole('treeitem')).toHaveText([branch]);
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: '上级部门' }).click();
  await expect(page.getByRole('treeitem').filter({ visible: true })).toHaveText([`${String(dept['deptName'])}（${branch}）`]);
  await page.keyboard.press('Escape');

  for (const [path, root] of [
    ['/base/district/list', '北京市'],
    ['/base/dict/list', '用户状态'],
    ['/sys/function/list', '系统管理'],
  ] as const) {
    await page.goto(path);
    await expect(rowOf(page, root).first()).toBeVisible();
  }
});
