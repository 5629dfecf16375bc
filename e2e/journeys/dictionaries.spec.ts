import { unique } from '../support/api.ts';
import { expect, test } from '../support/journey.ts';
import { choose, rowOf } from '../support/press.ts';

/** A list long enough to contain every root. */
const wholeTree = '/base/dict/list?limit=100';

test('shows dictionaries as a tree, adds an entry below one and edits it in a drawer', async ({ openAsAdmin, api }) => {
  const name = unique('tree-');
  const root = await api.save('sys/dict', { dictLabel: name, dictValue: name });
  await api.save('sys/dict', { parentId: root.id, dictLabel: `${name} one`, dictValue: '1' });
  const page = await openAsAdmin(wholeTree);
  await expect(rowOf(page, `${name} one`)).toHaveCount(0);
  await rowOf(page, name)
    .getByRole('button', { name: `展开${name}` })
    .click();
  await expect(rowOf(page, `${name} one`)).toBeVisible();

  await rowOf(page, name).first().getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '添加下级' }).click();
  const drawer = page.getByRole('dialog', { name: '新增字典' });
  await expect(drawer.getByText(name)).toBeVisible();
  await drawer.getByLabel('字典名称').fill(`${name} two`);
  await drawer.getByLabel('字典值', { exact: true }).fill('2');
  await drawer.getByRole('button', { name: '保存' }).click();
  await expect(drawer).toBeHidden();
  await expect(rowOf(page, `${name} two`)).toBeVisible();

  await rowOf(page, `${name} two`).getByRole('button', { name: '编辑' }).click();
  const editing = page.getByRole('dialog', { name: '编辑字典' });
  await editing.getByLabel('字典名称').fill(`${name} three`);
  await editing.getByRole('button', { name: '保存' }).click();
  await expect(editing).toBeHidden();
  await expect(rowOf(page, `${name} three`)).toBeVisible();
  await expect(rowOf(page, `${name} two`)).toHaveCount(0);
});

test('finds an entry anywhere in the tree', async ({ openAsAdmin, api }) => {
  const name = unique('found-');
  const root = await api.save('sys/dict', { dictLabel: unique('above-'), dictValue: name });
  await api.save('sys/dict', { parentId: root.id, dictLabel: name, dictValue: '1' });
  const page = await openAsAdmin('/base/dict/list');
  await page.getByRole('searchbox', { name: '搜索字典' }).fill(name);
  await page.getByRole('searchbox', { name: '搜索字典' }).press('Enter');
  await expect(page.getByText('找到 1 条')).toBeVisible();
  // It is shown in its place, below its ancestor, which has the same value.
  await expect(rowOf(page, String(root['dictLabel']))).toBeVisible();
  await expect(rowOf(page, name)).toHaveCount(2);
});

test('refuses a value that does not match its type, at the field', async ({ openAsAdmin }) => {
  const page = await openAsAdmin('/base/dict/list');
  await page.getByRole('button', { name: '新增' }).click();
  const drawer = page.getByRole('dialog', { name: '新增字典' });
  await drawer.getByLabel('字典名称').fill(unique('typed-'));
  await drawer.getByLabel('字典值', { exact: true }).fill('not a number');
  await choose(page, /值类型/, '数字');
  await drawer.getByRole('button', { name: '保存' }).click();
  await expect(drawer.getByLabel('字典值', { exact: true })).toHaveAccessibleDescription(/字典值应为数字/);
});

test('refuses to delete an entry that is in use, and says where it is used', async ({ openAsAdmin, api }) => {
  const name = unique('used-');
  const root = await api.save('sys/dict', { dictLabel: name, dictValue: name });
  await api.save('sys/dict', { parentId: root.id, dictLabel: `${name} child`, dictValue: '1' });
  const page = await openAsAdmin(wholeTree);
  await rowOf(page, name).getByRole('button', { name: '删除' }).click();
  const refusal = page.getByRole('dialog', { name: `不能删除“${name}”：仍被使用` });
  await expect(refusal).toContainText('字典的“上级字典”：1 条');
  await refusal.getByRole('button', { name: '知道了' }).click();
  await expect(rowOf(page, name)).toBeVisible();
});

test('refuses to delete a choice that users have', async ({ openAsAdmin, api }) => {
  await api.save('sys/user', { userAccount: unique('chosen-'), userName: '有性别', userGender: '女', userStatus: '正常' });
  const page = await openAsAdmin('/base/dict/list?like=dictLabel:女');
  await rowOf(page, '女').getByRole('button', { name: '删除' }).click();
  await expect(page.getByRole('dialog', { name: '不能删除“女”：仍被使用' })).toContainText('用户的“性别”');
});

test('offers a new choice in forms at once', async ({ openAsAdmin, api }) => {
  const [gender] = (await api.find('sys/dict', 'dictValue', 'gender')).filter(({ parentId }) => parentId === null);
  const label = unique('选项');
  const entry = await api.save('sys/dict', { parentId: gender?.id, dictLabel: label, dictValue: label });
  const page = await openAsAdmin('/sys/user/view/new');
  await page.getByRole('combobox', { name: '性别' }).fill(label);
  await expect(page.getByRole('option', { name: label })).toBeAttached();
  await api.call('DELETE', `sys/dict/delete/${entry.id}`);
});
