import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useLive } from '@back-office/web/platform/live/use-live.ts';

/** What the cards of the home page are read under. */
export const statisticsKey = ['statistics'] as const;

/** Cards are drawn one after another: what was read a moment ago, in milliseconds, is not asked for again. */
export const freshFor = 5_000;

/** What nobody tells of, such as files, is asked for again after so long. */
const everyMs = 3 * 60_000;

/** Reads the statistics again when they have moved, once for all cards. */
export function useFreshStatistics(): void {
  const queries = useQueryClient();
  const renew = useCallback((): void => void queries.invalidateQueries({ queryKey: statisticsKey }), [queries]);
  useLive('figures', renew);
  useLive('msg', renew);
  useLive('notice', renew);
  useLive('export', renew);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') renew();
    }, everyMs);
    return () => clearInterval(timer);
  }, [renew]);
}
