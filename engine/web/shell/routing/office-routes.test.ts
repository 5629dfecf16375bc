import { leaveOut } from '@back-office/contract/office/leave-out.ts';
import { sectionPath } from '@back-office/contract/office/menu.ts';
import { makeOffice } from '@back-office/contract/office/make-office.ts';
import { office } from '@back-office/app/office.ts';
import { sys } from '@back-office/sys/module.ts';
import { afterEach, expect, test } from 'vitest';
import { openOffice } from '../../platform/office/open-office.ts';
import { joinPages } from './join-pages.tsx';
import { localRoutes } from './local-routes.ts';

afterEach(() => openOffice(office));

const paths = (): string[] => localRoutes(true).flatMap(({ path, children = [] }) => [path, ...children.map((child) => child.path)]);

test('a page in the menu is placed in its group by its order, for those who have that menu', () => {
  const menu = [{ page: 'acme/map', group: '/base', order: 1, title: '地图', icon: 'file' as const }];
  openOffice(makeOffice([sys, { name: 'acme', features: [{ name: 'maps', menu }] }]));
  const [first] = localRoutes(true).find(({ path }) => path === '/base')?.children ?? [];
  expect(first).toEqual({ path: '/base/acme-map', name: 'acme/map', component: 'acme/map', meta: { title: '地图', icon: 'file' } });
  expect(JSON.stringify(localRoutes(false))).not.toContain('acme/map');
});

/** Features with a menu entry or a page of their own that no other feature needs. */
const free = sys.features.filter(
  ({ name, menu = [], pages = [] }) => menu.length + pages.length > 0 && !sys.features.some(({ needs = [] }) => needs.includes(name)),
);

test.each(free)('a feature that is left out has no menu entry and no page of its own: $name', ({ name, menu = [], pages = [] }) => {
  const own = [...menu.map(sectionPath), ...pages.map(({ path }) => path)];
  expect(own.filter((path) => !paths().includes(path))).toEqual([]);
  const before = paths().length;
  openOffice(makeOffice([leaveOut(sys, name)]));
  expect(own.filter((path) => paths().includes(path))).toEqual([]);
  expect(paths().length).toBe(before - own.length);
});

test('a resource that is left out has no generic pages', () => {
  openOffice(makeOffice([leaveOut(sys, 'sms')]));
  const { pageOf } = joinPages([]);
  expect(pageOf('sys/sms/list')).toBeUndefined();
  expect(pageOf('sys/user/list')).toBeDefined();
});

test('the pages have the titles that the specification gives them (docs/spec.md 2.1)', () => {
  const named = localRoutes(true).flatMap(({ path, meta, children = [] }) => [
    [path, meta.title],
    ...children.flatMap((entry) => (entry.children ?? []).map((page) => [page.path, page.meta.title])),
  ]);
  expect(Object.fromEntries(named)).toMatchObject({
    '/index': '首页',
    '/base': '基础数据',
    '/base/district/list': '地区列表',
    '/base/district/view/:id': '地区信息',
    '/base/org/list': '机构列表',
    '/base/org/view/:id': '机构信息',
    '/base/dict/list': '字典列表',
    '/base/sms/list': '短信列表',
    '/base/msg/list': '通知公告列表',
    '/sys': '系统管理',
    '/sys/role/view/:id': '角色授权',
  });
});
