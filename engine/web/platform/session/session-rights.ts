import type { ConfigAnswer } from '@back-office/contract/calls/config.ts';
import type { FunctionNode } from '@back-office/contract/calls/login.ts';
import { noRights, type Rights } from '@back-office/contract/resource/permission.ts';
import { rightsOf } from '@back-office/contract/resource/rights-of.ts';
import type { Session } from './session.ts';

/** Whether this is the account with every right (docs/spec.md 6), and it is not previewing a role. */
export const isAdmin = ({ userAccount, preview }: Pick<Session, 'userAccount' | 'preview'>): boolean =>
  userAccount === 'admin' && preview === null;

/**
 * Which actions the browser offers; the server checks again. In local mode the admin account has every right and nobody else
 * any; in remote mode, and in a preview, the function records decide, as on the server.
 */
export function sessionRights(
  session: Pick<Session, 'userAccount' | 'userRoles' | 'userMenus' | 'preview'>,
  mode: ConfigAnswer['routerMode'],
): Rights {
  if (isAdmin(session)) return { all: true, byResource: {} };
  return mode === 'local' && session.preview === null ? noRights : rightsOf(session.userRoles ?? [], grantsOf(session.userMenus ?? []));
}

const grantsOf = (functions: readonly FunctionNode[]): { component: string; permission: string | null }[] =>
  functions.flatMap(({ functionComponent, functionPermission, sysFunctions }) => [
    { component: functionComponent, permission: functionPermission },
    ...grantsOf(sysFunctions ?? []),
  ]);
