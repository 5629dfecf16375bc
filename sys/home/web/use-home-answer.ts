import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { request } from '@back-office/web/platform/request/request.ts';
import type { HomeAnswer } from '../home-answer.ts';
import { freshFor, statisticsKey } from './use-fresh-statistics.ts';

/** Waiting tasks, daily values below the figures and recent records; fetched once for all cards. */
export const useHomeAnswer = (): UseQueryResult<HomeAnswer> =>
  useQuery({
    queryKey: [...statisticsKey, 'home'],
    queryFn: ({ signal }) => request<HomeAnswer>('/api/statistics/select-home', { signal, quiet: true }),
    refetchOnWindowFocus: true,
    staleTime: freshFor,
    // A card mounted later does not retry a failed query.
    retryOnMount: false,
    meta: { repeats: true },
  });
