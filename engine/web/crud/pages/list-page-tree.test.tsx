import { district } from '@back-office/sys/districts/district.ts';
import { user } from '@back-office/sys/users/user.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { dictionaries } from '../../testing/sample.ts';
import { rowsOf, stubList } from '../../testing/stub-list.ts';
import { stubServer, type Call } from '../../testing/stub-server.ts';
import { ListPage } from './list-page.tsx';

const people = rowsOf(
  user,
  { userAccount: 'zhang', userName: '张三', userStatus: '正常' },
  { userAccount: 'li', userName: '李四', userStatus: '停用' },
  { userAccount: 'wang', userName: '王五', userStatus: '正常' },
);
const words = { 'GET /api/sys/dict/select-tree': dictionaries({ user_status: ['正常', '停用'] }) };
let calls: Call[];

beforeEach(() => {
  calls = stubServer({ ...stubList(user, people), ...words });
});

const pages = (): string[] => calls.filter(({ path }) => path.endsWith('/select-page')).map(({ query }) => query.toString());

describe('a tree list', () => {
  const node = (id: string, districtName: string, parentId: string | null, hasChildren: boolean) => ({
    id,
    version: 0,
    districtName,
    parentId,
    hasChildren,
    districtCode: id,
    districtStatus: '正常',
  });
  const nodes = [node('11', '北京市', null, true), node('12', '天津市', null, false), node('1101', '东城区', '11', false)];
  const titles = (): string[] =>
    [...document.querySelectorAll('.ant-table-row')].map((row) => row.querySelectorAll('td')[1]?.textContent ?? '');
  const drawTree = (search = '') => draw(<ListPage resource={district} />, { at: `/sys/district/list${search}` });

  beforeEach(() => {
    calls = stubServer({ ...stubList(district, nodes), 'GET /api/sys/district/select/11': nodes[0], 'GET /api/sys/district/create': {} });
  });

  test('starts with its roots and loads a level when its parent is expanded by a button that names it', async () => {
    await drawTree();
    await expect.poll(titles).toEqual(['北京市', '天津市']);
    await page.getByRole('row', { name: '北京市' }).getByRole('button', { name: '展开北京市', expanded: false }).click();
    await expect.poll(titles).toEqual(['北京市', '东城区', '天津市']);
    expect(pages().at(-1)).toContain('eq=parentId%3A11');
  });

  test('starts with its only root expanded', async () => {
    const beijing = nodes.filter(({ id }) => id !== '12');
    calls = stubServer(stubList(district, beijing));
    await drawTree();
    await expect.poll(titles).toEqual(['北京市', '东城区']);
    await page.getByRole('row', { name: '北京市' }).getByRole('button', { name: '收起北京市', expanded: true }).click();
    await expect.poll(titles).toEqual(['北京市']);
  });

  test('offers no expand button for a node without children', async () => {
    await drawTree();
    await expect.poll(titles).toEqual(['北京市', '天津市']);
    const leaf = page.getByRole('row', { name: '天津市' });
    await expect.element(leaf.getByRole('button', { name: /^展开/ })).not.toBeInTheDocument();
  });

  test('offers to expand levels only if some node has children', async () => {
    const levels = page.getByRole('button', { name: '展开', exact: true });
    await drawTree();
    await expect.element(levels).toBeVisible();
    await cleanup();
    stubServer(
      stubList(
        district,
        nodes.filter(({ hasChildren }) => !hasChildren).map((leaf) => ({ ...leaf, parentId: null })),
      ),
    );
    await drawTree();
    await expect.poll(titles).toEqual(['天津市', '东城区']);
    await expect.element(levels).not.toBeInTheDocument();
  });

  test('shows search results in place, with their ancestors expanded, and how many of how many', async () => {
    stubServer({
      ...stubList(district, nodes),
      'GET /api/sys/district/select-paths': { items: [nodes[0], nodes[2]], total: 1, found: ['1101'] },
    });
    await drawTree('?search=东城');
    await expect.poll(titles).toEqual(['北京市', '东城区']);
    await expect.element(page.getByText('找到 1 条，共 3 条')).toBeVisible();
    await expect.element(page.getByRole('columnheader', { name: '上级地区' })).not.toBeInTheDocument();
    // Ticking all means all matches.
    await expect.element(page.getByRole('checkbox', { name: '选择北京市' })).toBeDisabled();
    await page.getByRole('checkbox', { name: '全选' }).click();
    await expect.element(page.getByText('已选 1 项')).toBeVisible();
    await page.getByRole('button', { name: '展开', exact: true }).click();
    await page.getByRole('menuitem', { name: '全部收起' }).click();
    await expect.poll(titles).toEqual(['北京市']);
  });

  test('is expanded to a level by one call and collapsed again, by keyboard too', async () => {
    calls = stubServer({
      ...stubList(district, nodes),
      'GET /api/sys/district/select-levels': { items: [nodes[0], nodes[1], nodes[2]], depth: 2, more: true },
    });
    await drawTree();
    await expect.poll(titles).toEqual(['北京市', '天津市']);
    await expect.element(page.getByText('共 3 条，第一级 2 条')).toBeVisible();
    const levels = page.getByRole('button', { name: '展开', exact: true });
    // Move the pointer off the menu, where it would highlight an entry.
    await page.getByText('共 3 条，第一级 2 条').hover();
    (levels.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('menuitem', { name: '全部展开' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(titles).toEqual(['北京市', '东城区', '天津市']);
    await expect.element(page.getByText('节点较多，已展开到第 2 级')).toBeVisible();
    const asked = calls.filter(({ path }) => path.endsWith('/select-levels'));
    expect(asked.map(({ query }) => [query.get('depth'), query.get('limit')])).toEqual([['100', '10']]);
    expect(calls.some(({ query }) => query.get('eq') === 'parentId:11')).toBe(false);
    await levels.click();
    await page.getByRole('menuitem', { name: '全部收起' }).click();
    await expect.poll(titles).toEqual(['北京市', '天津市']);
  });

  test('is a flat list with a column for the parent while more is found than a tree shows', async () => {
    await drawTree('?like=districtName:东城');
    await expect.poll(titles).toEqual(['东城区']);
    await expect.element(page.getByRole('columnheader', { name: '上级地区' })).toBeVisible();
  });

  test('offers to add a child to each node', async () => {
    await drawTree();
    await page.getByRole('button', { name: '更多北京市' }).click();
    await page.getByRole('menuitem', { name: '添加下级' }).click();
    const drawer = page.getByRole('dialog', { name: '新增地区' });
    await expect.element(drawer).toBeVisible();
    await expect.element(drawer.getByText('北京市')).toBeVisible();
  });
});
