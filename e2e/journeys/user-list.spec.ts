import { unique } from '../support/api.ts';
import { expect, test } from '../support/journey.ts';
import { choose, rowOf } from '../support/press.ts';

/** Creates this many users of one name, u01, u02 …, every third of them disabled. */
const people = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => {
    const number = String(at + 1).padStart(2, '0');
    return { userAccount: `${name}-u${number}`, userName: `${name} ${number}`, userStatus: at % 3 === 0 ? '停用' : '正常' };
  });

test('searches, pages, and returns to the first page with every search', async ({ openAsAdmin, api }) => {
  const name = unique('paged-');
  await api.call('POST', 'sys/user/save-batch', people(name, 12));
  const page = await openAsAdmin('/sys/user/list');
  await page.getByRole('searchbox', { name: '搜索用户' }).fill(name);
  await page.getByRole('searchbox', { name: '搜索用户' }).press('Enter');
  await expect(page.getByText('共 12 条')).toBeVisible();
  await expect(rowOf(page, name)).toHaveCount(10);

  await page.getByRole('listitem', { name: '下一页' }).click();
  await expect(rowOf(page, name)).toHaveCount(2);
  await page.reload();
  await expect(rowOf(page, name)).toHaveCount(2);

  await page.getByRole('searchbox', { name: '搜索用户' }).fill(`${name} 1`);
  await page.getByRole('searchbox', { name: '搜索用户' }).press('Enter');
  await expect(page.getByText('共 3 条')).toBeVisible();
  await expect(rowOf(page, name)).toHaveCount(3);

  await page.goBack();
  await expect(page.getByText('共 12 条')).toBeVisible();
  await expect(rowOf(page, name)).toHaveCount(2);
});

test('sorts by a column ascending, descending and not at all', async ({ openAsAdmin, api }) => {
  const name = unique('sorted-');
  await api.call('POST', 'sys/user/save-batch', people(name, 3));
  const page = await openAsAdmin(`/sys/user/list?like=userName:${name}`);
  await expect(rowOf(page, name)).toHaveCount(3);
  const first = page.getByRole('row').nth(1);

  await page.getByRole('columnheader', { name: '账号' }).click();
  await expect(page.getByRole('columnheader', { name: '账号' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(first).toContainText(`${name}-u01`);
  await page.getByRole('columnheader', { name: '账号' }).click();
  await expect(page.getByRole('columnheader', { name: '账号' })).toHaveAttribute('aria-sort', 'descending');
  await expect(first).toContainText(`${name}-u03`);
  await page.getByRole('columnheader', { name: '账号' }).click();
  await expect(page.getByRole('columnheader', { name: '账号' })).not.toHaveAttribute('aria-sort', /./);
});

test('filters by a chosen value, shows the filter as a tag and removes it again', async ({ openAsAdmin, api }) => {
  const name = unique('filtered-');
  await api.call('POST', 'sys/user/save-batch', people(name, 5));
  const page = await openAsAdmin(`/sys/user/list?like=userName:${name}`);
  await expect(rowOf(page, name)).toHaveCount(5);

  await page.getByRole('button', { name: '添加筛选' }).click();
  const panel = page.getByRole('form', { name: '添加筛选' });
  await expect(panel.getByRole('button', { name: '添加' })).toBeDisabled();
  await choose(page, '筛选字段', '状态');
  await expect(panel.getByRole('button', { name: '添加' })).toBeDisabled();
  await choose(page, '状态', '停用');
  await panel.getByRole('button', { name: '添加' }).click();
  await expect(rowOf(page, name)).toHaveCount(2);
  await expect(page.getByRole('group', { name: '当前筛选' })).toContainText('停用');

  await page.getByRole('combobox', { name: '筛选字段' }).fill('状态');
  await expect(page.getByRole('option', { name: '状态' })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: '移除筛选状态' }).click();
  await expect(rowOf(page, name)).toHaveCount(5);
});

test('says that nothing was found, and clears the search', async ({ openAsAdmin }) => {
  const page = await openAsAdmin(`/sys/user/list?like=userName:${unique('nobody-')}`);
  await expect(page.getByText('没有符合条件的用户')).toBeVisible();
  await page.getByRole('button', { name: '清除搜索和筛选' }).click();
  await expect(page.getByRole('button', { name: '编辑' }).first()).toBeVisible();
  await expect(page.getByRole('searchbox', { name: '搜索用户' })).toHaveValue('');
});

test('shows what somebody else has added after 刷新', async ({ openAsAdmin, api }) => {
  const name = unique('refreshed-');
  const page = await openAsAdmin(`/sys/user/list?like=userName:${name}`);
  await expect(page.getByText('没有符合条件的用户')).toBeVisible();
  await api.call('POST', 'sys/user/save-batch', people(name, 1));
  await page.getByRole('button', { name: '刷新' }).click();
  await expect(rowOf(page, name)).toHaveCount(1);
});
