import { unique } from '../support/api.ts';
import { expect, test } from '../support/journey.ts';
import { rowOf } from '../support/press.ts';

test('adds a child, returns to the tree as it was, and moves the child by choosing another parent', async ({ openAsAdmin, api }) => {
  const name = unique('总部');
  const other = unique('分部');
  await api.save('sys/org', { orgName: name, orgCode: unique('o-'), orgSort: 1 });
  await api.save('sys/org', { orgName: other, orgCode: unique('o-'), orgSort: 1 });
  const page = await openAsAdmin('/base/org/list?limit=100');
  await rowOf(page, name).getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '添加下级' }).click();
  const form = page.getByRole('region', { name: '机构信息' });
  await expect(form.getByText(name, { exact: true })).toBeVisible();
  await form.getByLabel('机构名称').fill(`${name}下级`);
  await form.getByLabel('机构编码').fill(unique('o-'));
  await page.getByRole('button', { name: /保存$/ }).click();
  await expect(page.getByRole('button', { name: /^编辑$/ })).toBeVisible();
  await page.getByRole('button', { name: '返回机构列表' }).click();
  await expect(page).toHaveURL('/base/org/list?limit=100');
  await expect(rowOf(page, `${name}下级`)).toBeVisible();

  await rowOf(page, `${name}下级`).getByRole('button', { name: '编辑' }).click();
  await page.getByRole('combobox', { name: '上级机构' }).fill(other);
  await page.getByRole('treeitem', { name: other }).click();
  await page.getByRole('button', { name: /保存$/ }).click();
  await expect(page.getByRole('button', { name: /^编辑$/ })).toBeVisible();
  await page.getByRole('button', { name: '返回机构列表' }).click();
  await expect(rowOf(page, `${name}下级`)).toHaveCount(0);
  await rowOf(page, other)
    .getByRole('button', { name: `展开${other}` })
    .click();
  await expect(rowOf(page, `${name}下级`)).toBeVisible();
  // The child disappears, the tree stays.
  await rowOf(page, `${name}下级`).getByRole('button', { name: '删除' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect(rowOf(page, `${name}下级`)).toHaveCount(0);
  await expect(rowOf(page, other)).toBeVisible();
});

test('a search shows its matches in their place in the tree, and the whole tree is expanded at once', async ({ openAsAdmin, api }) => {
  const name = unique('上级');
  const { id } = await api.save('sys/dept', { deptName: name });
  await api.save('sys/dept', { deptName: `${name}之下`, parentId: id });
  const page = await openAsAdmin(`/sys/dept/list?like=deptName:${encodeURIComponent(`${name}之`)}`);
  await expect(page.getByRole('link', { name: `${name}之下` })).toBeVisible();
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
  await expect(page.getByText(/^找到 1 条，共 [\d,]+ 条$/)).toBeVisible();
  await expect(page.getByRole('columnheader', { name: '上级部门' })).toHaveCount(0);
  await page.goto('/sys/dept/list?limit=1000');
  await page.getByRole('button', { name: '展开', exact: true }).click();
  await page.getByRole('menuitem', { name: '全部展开' }).click();
  await expect(page.getByRole('link', { name: `${name}之下` })).toBeVisible();
});

test('a function’s icon is chosen from the icons that the menu knows', async ({ openAsAdmin, api }) => {
  const functionName = unique('图标');
  const row = await api.save('sys/function', { functionName, rootPath: `/${unique('i')}`, functionComponent: 'Layout' });
  const page = await openAsAdmin(`/sys/function/view/${row.id}?edit=1`);
  await page.getByRole('combobox', { name: '图标' }).fill('bell');
  await page.getByRole('combobox', { name: '图标' }).fill('msg');
  await page.locator('.ant-select-item-option', { hasText: 'msg' }).click();
  await page.getByRole('button', { name: /保存$/ }).click();
  await expect(page.getByRole('tabpanel').locator('[data-icon=bell]')).toBeVisible();
});
