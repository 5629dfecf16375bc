import { user } from '@back-office/sys/users/user.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { onPhone } from '../../testing/on-phone.ts';
import { rowsOf, stubList } from '../../testing/stub-list.ts';
import { stubServer } from '../../testing/stub-server.ts';
import { ListPage } from '../pages/list-page.tsx';

test('cards are sorted from the toolbar’s sheet, which has no settings of columns that are not there', async () => {
  await onPhone();
  stubServer(stubList(user, rowsOf(user, { userName: '张三' })));
  const { address } = await draw(<ListPage resource={user} />, { at: '/sys/user/list' });
  const sort = async (choice: string): Promise<void> => {
    await page.getByRole('button', { name: '更多操作' }).click();
    await page.getByRole('button', { name: '排序' }).click();
    expect(page.getByRole('button', { name: '列设置' }).elements()).toEqual([]);
    await page.getByRole('menuitem', { name: choice }).click();
  };
  const sorted = () => new URLSearchParams(address().split('?')[1]).get('sort');
  await sort('姓名');
  await expect.poll(sorted).toBe('userName:asc');
  await sort('姓名（升序）');
  await expect.poll(sorted).toBe('userName:desc');
  await sort('姓名（降序）');
  await expect.poll(sorted).toBe(null);
});
