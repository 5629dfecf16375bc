import type { PanelData } from '../statistics.ts';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useLive } from '@back-office/web/platform/live/use-live.ts';
import { request } from '@back-office/web/platform/request/request.ts';

const key = ['statistics', 'panel-data'] as const;

/** The figures of the home page; asked for again when they have moved, when it is looked at again, and now and then. */
export function usePanelData(): UseQueryResult<PanelData> {
  const queries = useQueryClient();
  const renew = (): void => void queries.invalidateQueries({ queryKey: key });
  useLive('figures', renew);
  useLive('msg', renew);
  useLive('notice', renew);
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => request<PanelData>('/api/statistics/select-panel-data', { signal, quiet: true }),
    refetchOnWindowFocus: true,
    refetchInterval: 3 * 60_000,
  });
}
