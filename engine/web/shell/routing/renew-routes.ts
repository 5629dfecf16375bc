import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { configStore } from '../../platform/session/config-store.ts';
import { isAdmin } from '../../platform/session/session-rights.ts';
import type { Session } from '../../platform/session/session.ts';
import { sessionStore } from '../../platform/session/session-store.ts';
import { localRoutes } from './local-routes.ts';
import { remoteRoutes } from './remote-routes.ts';

/** The routes of a session according to the current declarations (docs/spec.md 1). */
export const routesOf = (session: Pick<Session, 'userAccount' | 'userMenus' | 'preview'>, isLocal: boolean): RouteRecord[] =>
  isLocal ? localRoutes(isAdmin(session)) : remoteRoutes(session.userMenus ?? []);

/** Rebuilds the routes of the signed-in person after more was declared, without querying the server. */
export function renewRoutes(): void {
  const session = sessionStore.get();
  const mode = configStore.get()?.routerMode;
  const { userRoles, userMenus, preview } = session;
  const isLocal = mode === 'local' && preview === null;
  // A session without routes is about to load them, like one started in the other ROUTER_MODE.
  if (session.routes === null || mode === undefined || (!isLocal && (userMenus ?? []).length === 0)) return;
  sessionStore.setRights({ userRoles: userRoles ?? [], userMenus: userMenus ?? [], routes: routesOf(session, isLocal) });
}
