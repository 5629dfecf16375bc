import type { FunctionNode, RolesAnswer } from '@back-office/contract/calls/login.ts';
import { request } from '../../platform/request/request.ts';
import type { RequestOptions } from '../../platform/request/request-options.ts';
import { configStore } from '../../platform/session/config-store.ts';
import { isAdmin } from '../../platform/session/session-rights.ts';
import { sessionStore } from '../../platform/session/session-store.ts';
import { lateModules } from './late-modules.ts';
import { routesOf } from './renew-routes.ts';

type HowToLoad = Pick<RequestOptions, 'quiet'>;

/** Loads roles, functions and routes of the signed-in person; local mode does not query the server (docs/spec.md 1). */
export async function loadRoutes(how: HowToLoad = {}): Promise<void> {
  const { routerMode } = await configStore.load();
  const isLocal = routerMode === 'local' && sessionStore.get().preview === null;
  const rights = isLocal ? ownRights() : await fetchRights(how);
  // The existing routes include the company's pages: keep them until the new ones do too.
  if (sessionStore.get().routes !== null) await lateModules.whole();
  sessionStore.setRights({ ...rights, routes: routesOf({ ...sessionStore.get(), ...rights }, isLocal) });
}

interface LoadedRights {
  userRoles: string[];
  userMenus: FunctionNode[];
}

const ownRights = (): LoadedRights => ({ userRoles: isAdmin(sessionStore.get()) ? ['admin'] : [], userMenus: [] });

async function fetchRights(how: HowToLoad): Promise<LoadedRights> {
  const { roles, functions } = await request<RolesAnswer>('/api/sys/user/select-roles', how);
  return { userRoles: roles, userMenus: functions };
}
