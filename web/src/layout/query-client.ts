import { QueryClient, type InvalidateOptions, type InvalidateQueryFilters, type QueryKey } from '@tanstack/react-query';
import { ApiError } from '../request/api-error.ts';

/** A refusal stays one when it is asked again; only an answer that never came is worth a second call. */
const retry = (count: number, error: Error): boolean => count < 1 && error instanceof ApiError && error.status === 0;

/**
 * TanStack's client reads a query anew when it is out of date, but not where its first reading is still under way: that
 * answer would pass for fresh, though it was asked for before the change. Here it is given up and asked for again.
 */
class OfficeQueryClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters: InvalidateQueryFilters<Key> = {},
    options: InvalidateOptions = {},
  ): Promise<void> {
    const { queryKey, predicate } = filters;
    await this.cancelQueries({
      ...(queryKey === undefined ? {} : { queryKey }),
      type: 'active',
      fetchStatus: 'fetching',
      predicate: (query) => query.state.data === undefined && (predicate === undefined || predicate(query as never)),
    });
    return super.invalidateQueries(filters, options);
  }
}

/** The queries of one signed-in person. The request layer has already told what failed. */
export const createQueryClient = (): QueryClient =>
  new OfficeQueryClient({
    defaultOptions: {
      queries: { retry, staleTime: 0, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
