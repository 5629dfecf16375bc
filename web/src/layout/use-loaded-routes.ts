import { useCallback, useEffect, useState } from 'react';
import { loadRoutes } from '../routing/load-routes.ts';
import type { RouteRecord } from '../session/route-record.ts';
import { useSession } from '../session/use-session.ts';

/** The person's routes: those of the restored session at once, then the fresh ones; null until there are any. */
export function useLoadedRoutes(): { routes: RouteRecord[] | null; failed: boolean; retry: () => void } {
  const { routes } = useSession();
  const [failed, setFailed] = useState(false);
  const load = useCallback(() => {
    setFailed(false);
    loadRoutes().catch(() => setFailed(true));
  }, []);
  useEffect(load, [load]);
  return { routes, failed, retry: load };
}
