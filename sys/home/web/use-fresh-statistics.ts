import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useLive } from '@back-office/web/platform/live/use-live.ts';

/** Query key of the home page's cards. */
export const statisticsKey = ['statistics'] as const;

/** Stale time in milliseconds: cards are rendered one after another, and share what was just fetched. */
export const freshFor = 5_000;

/** Refetch interval in milliseconds, for data without change notifications, such as files. */
const everyMs = 3 * 60_000;

/** Refetches the statistics after changes, once for all cards. */
export function useFreshStatistics(): void {
  const queries = useQueryClient();
  const renew = useCallback((): void => void queries.invalidateQueries({ queryKey: statisticsKey }), [queries]);
  useLive('figures', renew);
  useLive('msg', renew);
  useLive('export', renew);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') renew();
    }, everyMs);
    return () => clearInterval(timer);
  }, [renew]);
}
