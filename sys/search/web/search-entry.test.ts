import { expect, test } from 'vitest';
import { localRoutes } from '@back-office/web/shell/routing/local-routes.ts';
import { menuGroup, recordGroup } from './search-entry.ts';

const routes = localRoutes(true);

test('finds menu entries, shown with their group, by their own name before those found by the group’s name', () => {
  expect(menuGroup(routes, (title) => title === '用户管理').entries).toEqual([
    { path: '/sys/user', label: '用户管理', detail: '系统管理', icon: 'user' },
  ]);
  expect(menuGroup(routes, (title) => title === '基础数据').entries.map(({ label }) => label)).toContain('机构管理');
  // 机构管理 is above 用户管理 in the menu, and found here by its group's name.
  const both = menuGroup(routes, (title) => title === '基础数据' || title === '用户管理').entries.map(({ label }) => label);
  expect([both[0], both.includes('机构管理')]).toEqual(['用户管理', true]);
  expect(menuGroup(routes, () => true)).toMatchObject({ more: true });
});

test('finds a page also by its tab title, and shows it under that title', () => {
  const list = { path: '/sys/user', label: '用户列表', detail: '系统管理 / 用户管理', icon: 'user' };
  expect(menuGroup(routes, (title) => title === '用户列表').entries).toEqual([list]);
  // An entry matching by both names is listed once, under that of the menu.
  expect(menuGroup(routes, (title) => title.startsWith('用户')).entries.map(({ label }) => label)).toEqual(['用户管理']);
  expect(menuGroup(routes, (title) => title === '用户信息').entries).toEqual([]);
});

test('links a record to its page, and leaves out records the person has no page for', () => {
  const found = { resource: 'sys/user', title: '用户', more: false, items: [{ id: '7', label: '王伟', detail: 'wang' }] };
  expect(recordGroup(routes, found).entries).toEqual([{ path: '/sys/user/view/7', label: '王伟', detail: 'wang', icon: 'user' }]);
  expect(recordGroup(localRoutes(false), found).entries).toEqual([]);
  const notice = { ...found, resource: 'message', title: '我的消息' };
  expect(recordGroup(localRoutes(false), notice).entries).toEqual([
    { path: '/message?notice=7', label: '王伟', detail: 'wang', icon: 'msg' },
  ]);
});

test('opens a new window only if the menu entry says so', () => {
  const link = { path: 'https://example.com/', name: 'Official', meta: { title: '官网' } };
  const apart = { ...link, path: 'https://example.com/apart', meta: { title: '官网新窗口', target: '_blank' as const } };
  expect(menuGroup([link, apart], () => true).entries).toEqual([
    { path: 'https://example.com/', label: '官网', detail: '' },
    { path: 'https://example.com/apart', label: '官网新窗口', detail: '', target: '_blank' },
  ]);
});
