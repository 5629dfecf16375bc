import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../request/api-error.ts';

/** A refusal stays one when it is asked again; only an answer that never came is worth a second call. */
const retry = (count: number, error: Error): boolean => count < 1 && error instanceof ApiError && error.status === 0;

/** The queries of one signed-in person. The request layer has already told what failed. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry, staleTime: 0, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
