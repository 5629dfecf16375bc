import type { Rights } from '@back-office/contract/resource/permission.ts';
import { useMemo } from 'react';
import { sessionRights } from './session-rights.ts';
import { useConfig } from './use-config.ts';
import { useSession } from './use-session.ts';

/** The rights of the signed-in person. */
export function useRights(): Rights {
  const { userAccount, userRoles, userMenus, preview } = useSession();
  const mode = useConfig()?.routerMode ?? 'local';
  return useMemo(
    () => sessionRights({ userAccount, userRoles, userMenus, preview }, mode),
    [userAccount, userRoles, userMenus, preview, mode],
  );
}
