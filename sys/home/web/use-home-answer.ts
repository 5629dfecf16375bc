import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { request } from '@back-office/web/platform/request/request.ts';
import type { HomeAnswer } from '../home-answer.ts';
import { freshFor, statisticsKey } from './use-fresh-statistics.ts';

/** What waits, the days below the figures and what was opened last; asked for once for all cards that show it. */
export const useHomeAnswer = (): UseQueryResult<HomeAnswer> =>
  useQuery({
    queryKey: [...statisticsKey, 'home'],
    queryFn: ({ signal }) => request<HomeAnswer>('/api/statistics/select-home', { signal, quiet: true }),
    refetchOnWindowFocus: true,
    staleTime: freshFor,
    // A card that is drawn later does not ask again for what could not be read.
    retryOnMount: false,
  });
