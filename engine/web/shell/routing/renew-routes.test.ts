import { afterEach, expect, test, vi } from 'vitest';
import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { configStore } from '../../platform/session/config-store.ts';
import { sessionStore } from '../../platform/session/session-store.ts';
import { renewRoutes } from './renew-routes.ts';

afterEach(() => vi.unstubAllGlobals());

test('a person whose session has no functions yet keeps their routes until the functions are loaded', async () => {
  const config = { success: true, code: 20000, message: '', data: { routerMode: 'remote' } };
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(config)));
  await configStore.load();
  const routes: RouteRecord[] = [{ path: '/index', name: 'index', meta: { title: '首页' } } as RouteRecord];
  sessionStore.setRights({ userRoles: [], userMenus: [], routes });
  renewRoutes();
  expect(sessionStore.get().routes).toEqual(routes);
});
