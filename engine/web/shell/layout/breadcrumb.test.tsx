import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { Breadcrumb } from './breadcrumb.tsx';

const leaf = (path: string, title: string, more: Partial<RouteRecord> = {}): RouteRecord => ({
  path,
  name: path,
  component: 'x',
  meta: { title },
  ...more,
});
const routes: RouteRecord[] = [
  leaf('/index', '首页', { meta: { title: '首页', breadcrumb: false } }),
  {
    path: '/sys',
    name: 'sys',
    meta: { title: '系统管理' },
    children: [leaf('/sys/user/list', '用户列表'), leaf('/sys/user/view/:id', '用户信息', { hidden: true })],
  },
];
const trail = page.getByRole('navigation', { name: '面包屑' });
const words = (): string[] => [...trail.element().querySelectorAll('li')].map(({ textContent }) => textContent ?? '');
const links = (): (string | null)[] => [...trail.element().querySelectorAll('a')].map((link) => link.getAttribute('href'));

test('leads from the home page to the current page, which is not a link', async () => {
  const { address } = await draw(<Breadcrumb routes={routes} />, { at: '/sys/user/list' });
  expect(words()).toEqual(['首页', '系统管理', '用户列表']);
  expect(links()).toEqual(['/index', '/sys']);
  await trail.getByRole('link', { name: '首页' }).click();
  expect(address()).toBe('/index');
  // The home page has no breadcrumb.
  await expect.poll(words).toEqual([]);
});

test('is also shown for a record, and is empty at an address that leads nowhere', async () => {
  const { go } = await draw(<Breadcrumb routes={routes} />, { at: '/sys/user/view/7?edit=1' });
  expect(words()).toEqual(['首页', '系统管理', '用户信息']);
  await go('/nowhere');
  await expect.poll(words).toEqual([]);
});

test.each([
  ['日志列表', ['首页', '日志', '日志列表'], ['/index', '/logs']],
  ['日志', ['首页', '日志'], ['/index']],
])('shows a page %s below its menu entry, and no name twice', async (name, told, ways) => {
  const children = [leaf('/logs/list', name, { hidden: true })];
  const entry: RouteRecord[] = [{ path: '/logs', name: 'logs', redirect: '/logs/list', meta: { title: '日志' }, children }];
  await draw(<Breadcrumb routes={entry} />, { at: '/logs/list' });
  expect(words()).toEqual(told);
  expect(links()).toEqual(ways);
});
