import type { RolesAnswer } from '@back-office/contract/calls/login.ts';
import { request } from '../../platform/request/request.ts';
import { configStore } from '../../platform/session/config-store.ts';
import { isAdmin } from '../../platform/session/session-rights.ts';
import { sessionStore } from '../../platform/session/session-store.ts';
import { localRoutes } from './local-routes.ts';
import { remoteRoutes } from './remote-routes.ts';

/** Loads roles, functions and routes of the signed-in person; local mode asks no server for them (docs/spec.md 1). */
export async function loadRoutes(): Promise<void> {
  const { routerMode } = await configStore.load();
  if (routerMode === 'local' && sessionStore.get().preview === null) {
    const admin = isAdmin(sessionStore.get());
    sessionStore.setRights({ userRoles: admin ? ['admin'] : [], userMenus: [], routes: localRoutes(admin) });
    return;
  }
  const { roles, functions } = await request<RolesAnswer>('/api/sys/user/select-roles');
  sessionStore.setRights({ userRoles: roles, userMenus: functions, routes: remoteRoutes(functions) });
}
