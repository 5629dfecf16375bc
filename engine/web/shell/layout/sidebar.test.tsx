import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { Sidebar } from './sidebar.tsx';

const route = (path: string, title: string, ...children: RouteRecord[]): RouteRecord => ({
  path,
  name: path,
  component: 'Layout',
  meta: { title },
  children,
});
const routes = [
  route('/a', '业务', route('/a/b', '合同', route('/a/b/c', '付款登记'), route('/a/b/d', '验收')), route('/a/e', '往来单位')),
  route('/s', '系统', route('/s/u', '用户'), route('/s/r', '角色')),
];
const link = (name: string) => page.getByRole('link', { name });

test('a search of the menu shows a match at the third level within its groups, and opens it', async () => {
  const { address } = await draw(<Sidebar routes={routes} collapsed={false} whole onOpen={() => undefined} onFound={() => undefined} />);
  await page.getByRole('searchbox').fill('付款');
  await expect.element(page.getByRole('menuitem', { name: '合同' })).toHaveAttribute('aria-expanded', 'true');
  await link('付款登记').click();
  expect(address()).toBe('/a/b/c');
});

test('the search of a group shows the entries of the groups within it', async () => {
  await draw(<Sidebar routes={routes} collapsed={false} whole onOpen={() => undefined} onFound={() => undefined} />);
  await page.getByRole('searchbox').fill('业务');
  await expect.element(link('验收')).toBeVisible();
  await expect.element(link('用户')).not.toBeInTheDocument();
});
