import { expect, test } from 'vitest';
import { localRoutes } from '../../shell/routing/local-routes.ts';
import {
  afterNavigation,
  keyOf,
  withAddress,
  tabLimits,
  moved,
  neighbour,
  withoutActive,
  noTabs,
  setPinned,
  remounted,
  adaptToRoutes,
  without,
  type Arrival,
  type TabList,
} from './tab-list.ts';
import { tabKey, distinctTitle } from './tab.ts';

const routes = localRoutes(true);
const clean = () => false;
let count = 0;
const go = (list: TabList, fullPath: string, more: Partial<Arrival> = {}, isDirty: (key: string) => boolean = clean): TabList =>
  afterNavigation(list, routes, { at: String((count += 1)), fullPath, back: false, ...more }, isDirty);
const paths = ({ tabs }: TabList): string[] => tabs.map(({ fullPath }) => fullPath);
const start = adaptToRoutes(noTabs, routes);

test('the key of a tab is its path and the part of its query that says which record is shown', () => {
  expect(tabKey('/sys/user/list?like=userName:a&index=2')).toBe('/sys/user/list');
  expect(tabKey('/sys/user/view/7?edit=1#x')).toBe('/sys/user/view/7');
  expect(tabKey('/sys/org/view/new?parent=1')).not.toBe(tabKey('/sys/org/view/new?parent=2'));
  expect(tabKey('/some/view?id=1&edit=1')).toBe('/some/view?id=1');
  expect(tabKey('/index?id=1')).toBe('/index');
  expect(tabKey('/sys/user/list/')).toBe('/sys/user/list');
});

test('permanent tabs are open from the start, and come first', () => {
  expect(paths(start)).toEqual(['/index']);
  expect(adaptToRoutes(start, routes)).toBe(start);
});

test('each record has its own tab, while a list keeps the same tab whatever its filters', () => {
  let list = go(start, '/sys/user/list');
  list = go(list, '/sys/user/list?like=userName:a');
  list = go(list, '/sys/user/view/1');
  list = go(list, '/sys/user/view/2?edit=1');
  expect(paths(list)).toEqual(['/index', '/sys/user/list?like=userName:a', '/sys/user/view/1', '/sys/user/view/2?edit=1']);
  expect(list.active).toBe('/sys/user/view/2');
});

test('a tab gets its last query back, unless the address has one, or on going back, or from the tab itself', () => {
  const left = go(go(start, '/sys/user/list?index=3'), '/index');
  expect(paths(go(left, '/sys/user/list'))).toContain('/sys/user/list?index=3');
  expect(paths(go(left, '/sys/user/list', { back: true }))).toContain('/sys/user/list');
  expect(paths(go(left, '/sys/user/list?index=1'))).toContain('/sys/user/list?index=1');
  expect(paths(go(go(left, '/sys/user/list'), '/sys/user/list'))).toContain('/sys/user/list');
});

test('opening a record for reading returns to its form only if something has been typed in it', () => {
  const left = go(go(start, '/sys/user/view/1?edit=1'), '/sys/user/list');
  expect(paths(go(left, '/sys/user/view/1', {}, (key) => key === '/sys/user/view/1'))).toContain('/sys/user/view/1?edit=1');
  expect(paths(go(left, '/sys/user/view/1'))).toContain('/sys/user/view/1');
});

test('a navigation is processed only once', () => {
  const list = go(start, '/sys/user/list', { at: 'x' });
  expect(go(list, '/sys/role/list', { at: 'x' })).toBe(list);
});

test('going back from an error page shows the tab again', () => {
  const list = go(start, '/sys/user/list', { at: 'x' });
  const left = withoutActive(list);
  expect(left.active).toBeUndefined();
  expect(go(left, '/sys/user/list', { at: 'x', back: true }).active).toBe('/sys/user/list');
});

test('a new record, once saved, takes the place of the tab it was entered in', () => {
  const list = go(go(go(start, '/sys/user/view/new'), '/sys/role/list'), '/sys/user/view/new');
  expect(paths(go(list, '/sys/user/view/9', { replaces: '/sys/user/view/new' }))).toEqual(['/index', '/sys/user/view/9', '/sys/role/list']);
});

test('a tab has the icon of its menu entry, or of the entry that it lies below', () => {
  const { tabs } = go(go(start, '/sys/user/list'), '/sys/user/view/7');
  expect(tabs.map(({ icon }) => icon)).toEqual(['home', 'user', 'user']);
});

test('closing tabs keeps the permanent ones, and shows the neighbour', () => {
  const list = ['/sys/user/list', '/sys/role/list', '/sys/org/list', '/base/org/list'].reduce((all, path) => go(all, path), start);
  expect(paths(without(list, ['/index', '/sys/role/list']))).toEqual(['/index', '/sys/user/list', '/base/org/list']);
  expect(neighbour(list, '/sys/role/list', ['/sys/role/list'])?.path).toBe('/base/org/list');
  expect(neighbour(list, '/base/org/list', ['/base/org/list'])?.path).toBe('/sys/role/list');
  expect(neighbour(list, '/base/org/list', list.tabs.map(keyOf))?.path).toBe('/index');
});

test('tabs can be moved, but none before a permanent one', () => {
  const list = ['/sys/user/list', '/sys/role/list', '/base/org/list'].reduce((all, path) => go(all, path), start);
  expect(paths(moved(list, '/base/org/list', '/sys/user/list'))).toEqual(['/index', '/base/org/list', '/sys/user/list', '/sys/role/list']);
  expect(paths(moved(list, '/sys/user/list', '/base/org/list'))).toEqual(['/index', '/sys/role/list', '/base/org/list', '/sys/user/list']);
  expect(moved(list, '/sys/user/list', '/index')).toBe(list);
  expect(moved(list, 'text from elsewhere', '/sys/user/list')).toBe(list);
});

test('a page that is not cached is dropped when it is left, unless it has unsaved input; its tab stays', () => {
  const isHeld = (key: string) => key === '/sys/user/view/1';
  const list = ['/profile', '/sys/user/view/1', '/sys/user/view/2', '/index'].reduce((all, path) => go(all, path, {}, isHeld), start);
  expect(list.shown).toEqual(['/index', '/sys/user/view/1', '/profile']);
  expect(paths(list)).toContain('/sys/user/view/2');
});

test('with too many pages, the least recently shown is dropped, but never one with unsaved input', () => {
  const pages = Array.from({ length: tabLimits.pages + 3 }, (_, id) => ({
    path: `/page/${id}`,
    name: String(id),
    component: 'home',
    meta: { title: '页' },
  }));
  const list = pages.reduce(
    (all, { path }) => afterNavigation(all, pages, { at: path, fullPath: path, back: false }, (key) => key === '/page/0'),
    noTabs,
  );
  expect(list.shown).toHaveLength(tabLimits.pages);
  expect(list.shown).toContain('/page/0');
  expect(list.shown).not.toContain('/page/1');
  expect(paths(list)).toContain('/page/1');
});

test('with too many tabs, the least recently shown is closed, but never a permanent or unsaved one', () => {
  const isDirty = (key: string) => key === '/sys/user/view/0';
  let list = start;
  for (let id = 0; id <= tabLimits.tabs + 5; id += 1) list = go(list, `/sys/user/view/${id}`, {}, isDirty);
  expect(list.tabs).toHaveLength(tabLimits.tabs);
  expect(paths(list)).toEqual(expect.arrayContaining(['/index', '/sys/user/view/0', `/sys/user/view/${tabLimits.tabs + 5}`]));
});

test('a refresh creates the page anew', () => {
  const list = go(go(start, '/sys/user/list'), '/index');
  const after = remounted(list, ['/sys/user/list']);
  expect(after.rounds['/sys/user/list']).toBe(1);
  expect(after.shown).not.toContain('/sys/user/list');
});

test('a page that changes its address while hidden leaves the other tabs alone', () => {
  const list = go(go(start, '/sys/user/view/new'), '/index');
  expect(paths(withAddress(list, routes, '/sys/user/view/new', '/sys/user/view/5'))).toEqual(['/index', '/sys/user/view/5']);
  expect(withAddress(list, routes, '/sys/user/view/new', '/sys/user/view/5').active).toBe('/index');
});

test('tabs of pages that the person may no longer open are removed', () => {
  expect(paths(adaptToRoutes(go(start, '/sys/user/list'), localRoutes(false)))).toEqual(['/index']);
});

test('pinned tabs follow the permanent tabs in the order they were pinned, and nothing closes them', () => {
  let list = ['/sys/user/list', '/sys/role/list', '/sys/dept/list'].reduce((now, path) => go(now, path), start);
  list = setPinned(setPinned(list, '/sys/dept/list', true), '/sys/role/list', true);
  expect(paths(list)).toEqual(['/index', '/sys/dept/list', '/sys/role/list', '/sys/user/list']);
  expect(paths(without(list, ['/sys/dept/list', '/sys/user/list']))).toEqual(['/index', '/sys/dept/list', '/sys/role/list']);
  expect(paths(moved(list, '/sys/role/list', '/sys/dept/list'))).toEqual(['/index', '/sys/role/list', '/sys/dept/list', '/sys/user/list']);
  expect(moved(list, '/sys/user/list', '/sys/dept/list')).toBe(list);
  expect(adaptToRoutes(list, routes)).toBe(list);
  expect(paths(setPinned(list, '/sys/dept/list', false))).toEqual(['/index', '/sys/role/list', '/sys/dept/list', '/sys/user/list']);
  expect(setPinned(list, '/index', true)).toBe(list);
});

test('a tab has the title of its page or record, and its full title if two tabs have the same one', () => {
  const list = go(go(start, '/sys/user/list'), '/sys/user/view/1');
  expect(list.tabs.map(({ title }) => title)).toEqual(['首页', '用户列表', '用户信息']);
  const [home, , record] = list.tabs;
  if (home === undefined || record === undefined) throw new Error('no such tabs');
  const named = { ...record, title: '首页', fullTitle: '用户信息：首页' };
  expect(distinctTitle([named], named)).toBe('首页');
  expect([home, named].map((tab) => distinctTitle([home, named], tab))).toEqual(['首页', '用户信息：首页']);
});
