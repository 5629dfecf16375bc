import { user } from '@back-office/sys/users/user.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { rowsOf, stubList } from '../../testing/stub-list.ts';
import { Refusal, stubServer, type Call } from '../../testing/stub-server.ts';
import { ListPage } from '../pages/list-page.tsx';

const nodes = [
  { id: '9', label: '总部', parentId: null, parentLabel: null, hasChildren: true, withinLabel: null },
  { id: '10', label: '华东分公司', parentId: '9', parentLabel: '总部', hasChildren: true, withinLabel: null },
  { id: '11', label: '苏州办事处', parentId: '10', parentLabel: '华东分公司', hasChildren: false, withinLabel: null },
  { id: '12', label: '华南分公司', parentId: '9', parentLabel: '总部', hasChildren: false, withinLabel: null },
];

test('the tree on the left filters by a node and its descendants, and can be collapsed', async () => {
  const calls = stubServer({
    ...stubList(user, rowsOf(user, { userName: '张三' })),
    'GET /api/sys/org/select-options': ({ query }: Call) => {
      const items = nodes.filter(({ parentId, label }) =>
        query.has('search')
          ? label.includes(query.get('search') ?? '')
          : !query.has('parentId') || (parentId ?? '') === query.get('parentId'),
      );
      return { items, total: items.length };
    },
    'GET /api/sys/org/select/11': { id: '11', orgName: '苏州办事处' },
    'GET /api/sys/org/select/10': { id: '10', orgName: '华东分公司' },
    'PUT /api/sys/user/preference/tree.sys.user': {},
  });
  const { address } = await draw(<ListPage resource={user} />, { at: '/sys/user/list' });
  const tree = page.getByRole('complementary', { name: '按机构筛选' });
  await tree.getByText('华东分公司').click();
  await expect.poll(() => new URLSearchParams(address().split('?')[1]).getAll('under')).toEqual(['sysOrgId:10']);
  await expect
    .poll(() => calls.some(({ path, query }) => path.endsWith('/user/select-page') && query.get('under') === 'sysOrgId:10'))
    .toBe(true);
  await expect.element(page.getByRole('group', { name: '当前筛选' })).toMatchTextContent('机构：华东分公司 及下级');
  await tree.getByRole('button', { name: '全部' }).click();
  await expect.poll(address).toBe('/sys/user/list');
  // The keyboard focus ring is visible on all four sides, although the tree clips at its edges.
  await tree.getByRole('textbox', { name: '搜索机构树' }).click();
  await userEvent.keyboard('{Tab}{ArrowDown}');
  const active = () => tree.element().querySelector('.ant-tree-treenode-active > .ant-tree-node-content-wrapper');
  await expect.poll(active).not.toBe(null);
  const { outlineWidth, outlineOffset, outlineStyle } = getComputedStyle(active() ?? document.body);
  expect(outlineStyle).toBe('solid');
  expect(Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)).toBeLessThanOrEqual(0);
  // A match is shown in its place, with its ancestors expanded, and nothing else.
  await tree.getByRole('textbox', { name: '搜索机构树' }).fill('苏州');
  const words = (): string[] => [...tree.element().querySelectorAll('.ant-tree-title')].map(({ textContent }) => textContent);
  await expect.poll(words).toEqual(['总部', '华东分公司', '苏州办事处']);
  expect([...tree.element().querySelectorAll('.tree-above')]).toHaveLength(2);
  await tree.getByText('苏州办事处').click();
  await expect.poll(() => new URLSearchParams(address().split('?')[1]).getAll('under')).toEqual(['sysOrgId:11']);
  await tree.getByRole('textbox', { name: '搜索机构树' }).fill('');
  await expect.poll(words).toContain('华南分公司');
  await tree.getByRole('button', { name: '收起机构树' }).click();
  await expect.element(tree).not.toBeInTheDocument();
  await page.getByRole('button', { name: '展开机构树' }).click();
  await expect.element(tree).toBeVisible();
});

test('the tree on the left loads although the list does not', async () => {
  stubServer({
    ...stubList(user, []),
    'GET /api/sys/user/select-page': () => {
      throw new Refusal('serverError');
    },
    'GET /api/sys/org/select-options': { items: nodes.slice(3), total: 1 },
  });
  await draw(<ListPage resource={user} />, { at: '/sys/user/list' });
  await expect.element(page.getByText('用户列表加载失败')).toBeVisible();
  await expect.element(page.getByRole('complementary', { name: '按机构筛选' }).getByText('华南分公司')).toBeVisible();
});

test('in a level with thousands of nodes only those near the view are rendered', async () => {
  const many = Array.from({ length: 2000 }, (_, at) => ({
    id: `b${at}`,
    label: `支行${at}`,
    parentId: '9',
    parentLabel: '总部',
    hasChildren: false,
    withinLabel: null,
  }));
  stubServer({
    ...stubList(user, rowsOf(user, { userName: '张三' })),
    'GET /api/sys/org/select-options': ({ query }: Call) => {
      const items = query.get('parentId') === '9' ? many : nodes.slice(0, 1);
      return { items, total: items.length };
    },
    'GET /api/sys/org/select/b1': { id: 'b1', orgName: '支行1' },
    'PUT /api/sys/user/preference/tree.sys.user': {},
  });
  const { address } = await draw(<ListPage resource={user} />, { at: '/sys/user/list' });
  const tree = page.getByRole('complementary', { name: '按机构筛选' });
  await tree.getByText('支行1', { exact: true }).click();
  await expect.poll(() => decodeURIComponent(address())).toBe('/sys/user/list?under=sysOrgId:b1');
  expect(tree.element().querySelectorAll('.ant-tree-title').length).toBeLessThan(150);
  (tree.getByRole('tree').element() as HTMLElement).focus();
  await userEvent.keyboard('{End}');
  await expect.element(tree.getByText('支行1999', { exact: true })).toBeVisible();
  // Nor when it is rendered again from cached data.
  await page.getByRole('button', { name: '收起机构树' }).click();
  let most = 0;
  const drawn = new MutationObserver(() => (most = Math.max(most, document.querySelectorAll('.ant-tree-title').length)));
  drawn.observe(document.body, { subtree: true, childList: true });
  await page.getByRole('button', { name: '展开机构树' }).click();
  await expect.element(tree.getByText('支行1', { exact: true })).toBeVisible();
  drawn.disconnect();
  expect(most).toBeLessThan(150);
});

test('the card of the tree has its place held by a placeholder until it is loaded', async () => {
  stubServer({ ...stubList(user, []), 'GET /api/sys/user/select-page': () => new Promise(() => {}) });
  await draw(<ListPage resource={user} />, { at: '/sys/user/list' });
  const place = () => document.querySelector('.tree-place');
  await expect.poll(place).not.toBe(null);
  const { backgroundColor, height } = getComputedStyle(place() ?? document.body);
  expect(backgroundColor).toBe('rgb(255, 255, 255)');
  expect(Number.parseFloat(height)).toBeGreaterThan(300);
  expect(place()?.querySelector('.skeleton')?.getBoundingClientRect().height).toBeGreaterThan(100);
});
