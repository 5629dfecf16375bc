import type { PanelData } from '../statistics.ts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { request } from '@back-office/web/platform/request/request.ts';
import { freshFor, statisticsKey } from './use-fresh-statistics.ts';

/** The figures of the home page, fetched once for all cards. */
export const usePanelData = (): UseQueryResult<PanelData> =>
  useQuery({
    queryKey: [...statisticsKey, 'panel-data'],
    queryFn: ({ signal }) => request<PanelData>('/api/statistics/select-panel-data', { signal, quiet: true }),
    refetchOnWindowFocus: true,
    staleTime: freshFor,
    // A card mounted later does not retry a failed query.
    retryOnMount: false,
    meta: { repeats: true },
  });
