import { district } from '@back-office/sys/districts/district.ts';
import { user } from '@back-office/sys/users/user.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../testing/draw.tsx';
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

describe('a tree', () => {
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

  test('begins with its roots and reads a level when it is opened', async () => {
    await drawTree();
    await expect.poll(titles).toEqual(['北京市', '天津市']);
    await page.getByRole('row', { name: '北京市' }).getByRole('button', { name: '展开行' }).click();
    await expect.poll(titles).toEqual(['北京市', '东城区', '天津市']);
    expect(pages().at(-1)).toContain('eq=parentId%3A11');
  });

  test('offers no way to open what has nothing beneath', async () => {
    await drawTree();
    await expect.poll(titles).toEqual(['北京市', '天津市']);
    const leaf = page.getByRole('row', { name: '天津市' });
    await expect.element(leaf.getByRole('button', { name: '展开行' })).not.toBeInTheDocument();
  });

  test('is a plain list while somebody searches, with the parent as a column', async () => {
    await drawTree('?like=districtName:东城');
    await expect.poll(titles).toEqual(['东城区']);
    await expect.element(page.getByRole('columnheader', { name: '上级地区' })).toBeVisible();
  });

  test('offers to add beneath each', async () => {
    await drawTree();
    await page.getByRole('button', { name: '更多北京市' }).click();
    await page.getByRole('menuitem', { name: '添加下级' }).click();
    const drawer = page.getByRole('dialog', { name: '新增地区' });
    await expect.element(drawer).toBeVisible();
    await expect.element(drawer.getByText('北京市')).toBeVisible();
  });
});
