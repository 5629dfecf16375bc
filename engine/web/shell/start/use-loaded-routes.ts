import { useCallback, useEffect, useState } from 'react';
import { loadRoutes } from '../routing/load-routes.ts';
import type { RouteRecord } from '@back-office/contract/office/route-record.ts';
import { useSession } from '../../platform/session/use-session.ts';

/** The person's routes: at first those of the restored session, then the fresh ones; null until there are any. */
export function useLoadedRoutes(): { routes: RouteRecord[] | null; error: Error | undefined; retry: () => void } {
  const { routes } = useSession();
  const [error, setError] = useState<Error>();
  const load = useCallback(() => {
    setError(undefined);
    void loadRoutes().catch(setError);
  }, []);
  useEffect(load, [load]);
  return { routes, error, retry: load };
}
