import { user } from '@back-office/sys/users/user.ts';
import { type QueryClient, QueryClientContext } from '@tanstack/react-query';
import { use } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { manyRows, stubList } from '../../testing/stub-list.ts';
import { feedback } from '../../platform/feedback/feedback.ts';
import { Refusal, stubServer } from '../../testing/stub-server.ts';
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

test('after 取消 at 登录过期 刷新 asks again to sign in, and what was only marked as stale does not', async () => {
  stubServer(stubList(user, manyRows(user, 3)));
  let queries: QueryClient | undefined;
  const Queries = () => {
    queries = use(QueryClientContext);
    return null;
  };
  await draw(
    <>
      <Queries />
      <ListPage resource={user} />
    </>,
    { at: '/sys/user/list' },
  );
  await expect.element(page.getByText('共 3 条')).toBeVisible();
  await feedback.ready();
  const read = vi.fn<() => never>(() => {
    throw new Refusal('noSession');
  });
  stubServer({ ...stubList(user, []), 'GET /api/sys/user/select-page': read });
  const refresh = page.getByRole('button', { name: '刷新', exact: true });
  const dialog = page.getByRole('dialog', { name: '登录过期' });
  for (const times of [1, 2]) {
    await refresh.click();
    await dialog.getByRole('button', { name: '取消' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await queries?.invalidateQueries({ queryKey: [user.name] });
    expect(read).toHaveBeenCalledTimes(times);
  }
});
