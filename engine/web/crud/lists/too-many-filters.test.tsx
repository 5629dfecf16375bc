import { user } from '@back-office/sys/users/user.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { choose } from '../../testing/choose.ts';
import { dictionaries } from '../../testing/sample.ts';
import { rowsOf, stubList } from '../../testing/stub-list.ts';
import { stubServer } from '../../testing/stub-server.ts';
import { ListPage } from '../pages/list-page.tsx';

const states = dictionaries({ user_status: ['正常', '停用'], gender: ['男', '女'] });
const filtersIn = (address: string): number =>
  [...new URLSearchParams(address.split('?')[1])].filter(([name]) => ['eq', 'like', 'ge', 'le', 'under', 'search'].includes(name)).length;
const accounts = (count: number) => Array.from({ length: count }, (_none, at) => `eq=userAccount:u${at}`).join('&');

test('a filter that is one too many is refused and leaves the list as it is, until another is removed', async () => {
  stubServer({ ...stubList(user, rowsOf(user, { userName: '张三' })), 'GET /api/sys/dict/select-tree': states });
  const { address } = await draw(<ListPage resource={user} />, { at: `/sys/user/list?${accounts(49)}&search=z` });
  const refusal = page.getByText('筛选条件不能超过 50 个');
  await page.getByRole('button', { name: '状态', exact: true }).click();
  await page.getByRole('menuitem', { name: '停用' }).click();
  await expect.element(refusal).toBeVisible();
  expect(filtersIn(address())).toBe(50);
  // In the panel, what was chosen stays.
  await page.getByRole('button', { name: '添加筛选' }).click();
  await page.getByRole('combobox', { name: '筛选字段' }).click();
  await choose('邮箱');
  const mail = page.getByRole('textbox', { name: '邮箱' });
  await mail.fill('zhang');
  await page.getByRole('button', { name: '添加', exact: true }).click();
  await expect.element(mail).toHaveValue('zhang');
  expect(filtersIn(address())).toBe(50);
  await page.getByRole('button', { name: '移除筛选账号' }).click();
  await expect.poll(() => filtersIn(address())).toBe(1);
});

test('a search that is one too many is refused, and made once a filter is removed', async () => {
  stubServer({ ...stubList(user, rowsOf(user, { userName: '张三' })), 'GET /api/sys/dict/select-tree': states });
  const { address } = await draw(<ListPage resource={user} />, { at: `/sys/user/list?${accounts(50)}` });
  const search = page.getByRole('searchbox', { name: '搜索用户' });
  await userEvent.type(search, 'zh{Enter}');
  await expect.element(page.getByText('筛选条件不能超过 50 个')).toBeVisible();
  expect(filtersIn(address())).toBe(50);
  await page.getByRole('button', { name: '移除筛选账号' }).click();
  await expect.poll(() => filtersIn(address())).toBe(0);
  await userEvent.type(search, '{Enter}');
  await expect.poll(() => filtersIn(address())).toBe(1);
});
