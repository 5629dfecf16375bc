import { user } from '@back-office/sys/users/user.ts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { manyRows, stubList } from '../../testing/stub-list.ts';
import { stubServer } from '../../testing/stub-server.ts';
import { ListPage } from './list-page.tsx';

const names = (): (string | null)[] =>
  [...document.querySelectorAll('.ant-table-row .list-name-text')].map(({ textContent }) => textContent);

test('a list keeps its rows and its pagination while the connection is lost, and then continues', async () => {
  const rows = manyRows(user, 25);
  stubServer(stubList(user, rows));
  await draw(<ListPage resource={user} />, { at: '/sys/user/list?limit=10' });
  await expect.element(page.getByText('共 25 条')).toBeVisible();
  const online = fetch;
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const turn = page.getByRole('listitem', { name: '2', exact: true });
  await turn.click();
  const told = page.getByText(/^无法连接服务器，正在重试。现在显示的还是之前 \d\d:\d\d:\d\d 的数据。$/);
  await expect.element(told).toBeVisible();
  expect(names()).toEqual(rows.slice(0, 10).map(({ userName }) => userName));
  await expect.element(turn).toBeVisible();
  // The old rows stay readable: no spinner covers them while the connection is lost.
  expect(document.querySelector('.ant-spin-spinning')).toBeNull();
  vi.stubGlobal('fetch', online);
  await page.getByRole('button', { name: '立即重试' }).click();
  await expect.poll(names).toEqual(rows.slice(10, 20).map(({ userName }) => userName));
  await expect.element(told).not.toBeInTheDocument();
});
