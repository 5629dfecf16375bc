import type { FunctionNode } from '@back-office/contract/calls/login.ts';
import { expect, test } from 'vitest';
import { theOffice } from '../../platform/office/open-office.ts';
import { matchRoute } from '../../platform/routing/match-route.ts';
import { remoteRoutes } from './remote-routes.ts';

const node = (part: Partial<FunctionNode>): FunctionNode => ({
  id: part.rootPath ?? '',
  parentId: null,
  rootPath: '/',
  functionName: '',
  functionIcon: null,
  functionPermission: null,
  isHidden: '否',
  isExternal: '否',
  functionComponent: 'Layout',
  redirectPath: null,
  functionSort: 0,
  sysFunctions: [],
  ...part,
});

const tree = [
  node({
    rootPath: '/sys',
    functionName: '系统管理',
    sysFunctions: [
      node({
        rootPath: 'user',
        functionName: '用户管理',
        functionComponent: 'AppMain',
        redirectPath: 'list',
        sysFunctions: [
          node({ rootPath: 'list', functionName: '用户列表', functionComponent: 'sys/user/list', isHidden: '是' }),
          node({ rootPath: 'view', functionName: '用户信息', functionComponent: 'sys/user/view', isHidden: '是' }),
        ],
      }),
    ],
  }),
  node({ rootPath: 'https://example.com/', functionName: '官网', isExternal: '是' }),
  node({ rootPath: '/index', functionName: '工作台', functionComponent: 'home' }),
];

test('builds paths, pages and highlighted menu entries from the function records', () => {
  const routes = remoteRoutes(tree);
  expect(matchRoute(routes, '/sys')).toEqual({ kind: 'redirect', to: '/sys/user' });
  expect(matchRoute(routes, '/sys/user')).toEqual({ kind: 'redirect', to: '/sys/user/list' });
  expect(matchRoute(routes, '/sys/user/view/7')).toMatchObject({
    component: 'sys/user/view',
    params: { id: '7' },
    record: { hidden: true, meta: { title: '用户信息', activeMenu: '/sys/user', noCache: true } },
  });
});

test('pins the home page, opens external links in a new window and adds the pages that everybody has', () => {
  const routes = remoteRoutes(tree);
  expect(routes.find(({ path }) => path === '/index')?.meta).toMatchObject({ title: '工作台', affix: true, breadcrumb: false });
  expect(routes.find(({ path }) => path === 'https://example.com/')?.meta.target).toBe('_blank');
  expect(routes.filter(({ path }) => path === '/index' || path === '/profile')).toHaveLength(2);
});

test('returns no routes if the server granted none', () => {
  expect(remoteRoutes([])).toEqual([]);
});

test('a home page below a container at the root is the home page, and appears once', () => {
  const routes = remoteRoutes([
    node({ rootPath: '/', sysFunctions: [node({ rootPath: 'index', functionName: '工作台', functionComponent: 'home' })] }),
  ]);
  expect(matchRoute(routes, '/index')).toMatchObject({ kind: 'page', record: { meta: { title: '工作台', affix: true } } });
  expect(routes.map(({ path }) => path)).toEqual([
    ...theOffice()
      .pages.map(({ path }) => path)
      .filter((path) => path !== '/index'),
    '/',
  ]);
});

test('a page below a hidden entry highlights the nearest visible entry of the menu', () => {
  const hidden = node({ rootPath: 'more', isHidden: '是', sysFunctions: [node({ rootPath: 'list', functionComponent: 'sys/org/list' })] });
  expect(matchRoute(remoteRoutes([node({ rootPath: '/a', sysFunctions: [hidden] })]), '/a/more/list')).toMatchObject({
    record: { meta: { activeMenu: '/a' } },
  });
});

test('a redirect to a page that the person was not granted leads to the first one that they were', () => {
  const granted = node({
    rootPath: '/base/org',
    functionComponent: 'AppMain',
    redirectPath: '/base/org/list',
    sysFunctions: [node({ rootPath: '/base/org/list', functionComponent: 'sys/org/list' })],
  });
  expect(matchRoute(remoteRoutes([node({ rootPath: '/base', redirectPath: '/base/district', sysFunctions: [granted] })]), '/base')).toEqual(
    { kind: 'redirect', to: '/base/org' },
  );
});

test('broken records are recognised, and break nothing else', () => {
  const routes = remoteRoutes([
    node({ rootPath: '/a', redirectPath: '/b' }),
    node({ rootPath: '/b', redirectPath: '/a' }),
    node({ rootPath: '/empty', functionName: '空' }),
    node({ rootPath: '/script', redirectPath: 'https://example.com/' }),
    ...tree,
  ]);
  for (const path of ['/a', '/b', '/empty', '/script']) expect(matchRoute(routes, path).kind).toBe('broken');
  expect(matchRoute(routes, '/sys').kind).toBe('redirect');
});

test('a page at the fourth level is reached, whether its path is relative or absolute', () => {
  const deep = node({
    rootPath: '/a',
    sysFunctions: [
      node({
        rootPath: 'b',
        sysFunctions: [
          node({ rootPath: 'c', functionComponent: 'AppMain', sysFunctions: [node({ rootPath: 'd', functionComponent: 'sys/org/list' })] }),
        ],
      }),
    ],
  });
  expect(matchRoute(remoteRoutes([deep]), '/a')).toEqual({ kind: 'redirect', to: '/a/b' });
  expect(matchRoute(remoteRoutes([deep]), '/a/b/c/d')).toMatchObject({ kind: 'page', component: 'sys/org/list' });
});
