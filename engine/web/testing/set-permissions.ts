import { sessionStore } from '../platform/session/session-store.ts';
import { functionNode } from './function-node.ts';

/** Gives the person signed in other permissions, such as `read,edit`, on this resource, and none on others, as a message about their roles does. */
export function setPermissions(resource: string, functionPermission: string): void {
  const { userRoles, routes } = sessionStore.get();
  const node = functionNode({ id: '0', functionPermission, functionComponent: `${resource}/list` });
  sessionStore.setRights({ userRoles: userRoles ?? [], userMenus: [node], routes: routes ?? [] });
}
