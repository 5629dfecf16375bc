import { expect, test } from 'vitest';
import { localRoutes } from '../../shell/routing/local-routes.ts';
import { matchRoute } from './match-route.ts';

const admin = localRoutes(true);

/** Follows redirects like the shell. */
function lead(path: string, routes = admin): string {
  const match = matchRoute(routes, path);
  if (match.kind === 'redirect' || match.kind === 'respelt') return lead(match.to, routes);
  return match.kind === 'page' ? `${match.component} ${match.record.meta.title}` : match.kind;
}

test.each([
  ['/index', 'home 首页'],
  ['/profile', 'profile 个人中心'],
  ['/base', 'sys/district/list 地区列表'],
  ['/base/district/view/1', 'sys/district/view 地区信息'],
  ['/base/org', 'sys/org/list 机构列表'],
  ['/base/org/view/1', 'sys/org/view 机构信息'],
  ['/base/dict', 'sys/dict/list 字典列表'],
  ['/base/sms', 'sys/sms/list 短信列表'],
  ['/base/msg', 'sys/msg/list 通知公告列表'],
  ['/sys', 'sys/user/list 用户列表'],
  ['/sys/user/view/new', 'sys/user/view 用户信息'],
  ['/sys/role/view/1', 'sys/role/view 角色授权'],
  ['/sys/function', 'sys/function/list 功能列表'],
  ['/sys/dept/list', 'sys/dept/list 部门列表'],
  ['/sys/log-login', 'sys/log-login/list 登录日志列表'],
  ['/sys/log-opt/view/1', 'sys/log-opt/view 操作日志信息'],
  ['/sys/session', 'sys/session/list 在线用户列表'],
  ['/nowhere', 'none'],
  ['/INDEX', 'home 首页'],
  ['/base/Org/View/1', 'sys/org/view 机构信息'],
  ['/sys/session/view/1', 'none'],
])('routes the admin account from %s to %s', (path, page) => {
  expect(lead(path)).toBe(page);
});

test('an address in other upper and lower case leads to that of the page, with its parameters', () => {
  expect(matchRoute(admin, '/base/Org/View/AB')).toEqual({ kind: 'respelt', to: '/base/org/view/AB' });
  expect(matchRoute(admin, '/Base/Nowhere')).toEqual({ kind: 'none' });
});

test('matches a path only once per list of routes', () => {
  expect(matchRoute(admin, '/base/org')).toBe(matchRoute(admin, '/base/org'));
  expect(matchRoute(localRoutes(true), '/base/org')).not.toBe(matchRoute(admin, '/base/org'));
});

test('routes anybody else to their own pages only', () => {
  expect(lead('/index', localRoutes(false))).toBe('home 首页');
  expect(lead('/profile', localRoutes(false))).toBe('profile 个人中心');
  expect(lead('/sys/user', localRoutes(false))).toBe('none');
});

test('hides list and record pages from the menu, keeps them uncached and highlights their menu entry', () => {
  for (const entry of admin.flatMap(({ children }) => children ?? [])) {
    for (const page of entry.children ?? []) {
      expect(page).toMatchObject({ hidden: true, meta: { noCache: true, activeMenu: entry.path } });
    }
  }
});
