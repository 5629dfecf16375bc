import type { Rights } from '@back-office/contract/resource/permission.ts';
import { useMemo } from 'react';
import { rightsOf } from './rights-of.ts';
import { useConfig } from './use-config.ts';
import { useSession } from './use-session.ts';

/** What the signed-in person may do. */
export function useRights(): Rights {
  const session = useSession();
  const mode = useConfig()?.routerMode ?? 'local';
  return useMemo(() => rightsOf(session, mode), [session, mode]);
}
