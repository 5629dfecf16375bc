import type { ConfigAnswer } from '@back-office/contract/calls/config.ts';
import type { FunctionNode } from '@back-office/contract/calls/login.ts';
import { noRights, type Rights } from '@back-office/contract/resource/permission.ts';
import type { Session } from './session.ts';

const everything: Rights = { all: true, byResource: {} };

/** The account that may do everything (spec.md 6). */
export const isAdmin = (session: Session): boolean => session.userAccount === 'admin';

/**
 * What the browser offers; the server asks again. In local mode the admin account has everything and nobody else has
 * anything; in remote mode a page such as sys/user/list gives its resource the words of its functionPermission.
 */
export function rightsOf(session: Session, mode: ConfigAnswer['routerMode']): Rights {
  if (!session.isAuthorization) return noRights;
  if (isAdmin(session)) return everything;
  if (mode === 'local') return noRights;
  const byResource: Record<string, string[]> = {};
  collect(session.userMenus ?? [], byResource);
  return { all: false, byResource };
}

function collect(functions: readonly FunctionNode[], byResource: Record<string, string[]>): void {
  for (const { functionComponent, functionPermission, sysFunctions } of functions) {
    const resource = /^([a-z-]+\/[a-z-]+)\/[a-z-]+$/.exec(functionComponent)?.[1];
    if (resource !== undefined) {
      const words = (functionPermission ?? '').split(',').map((word) => word.trim()).filter((word) => word !== '');
      byResource[resource] = [...new Set([...(byResource[resource] ?? []), ...words])];
    }
    collect(sysFunctions ?? [], byResource);
  }
}
