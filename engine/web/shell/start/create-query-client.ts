import { texts } from '@back-office/contract/texts.ts';
import {
  QueryCache,
  type QueryCacheConfig,
  QueryClient,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type QueryKey,
  timeoutManager,
} from '@tanstack/react-query';
import { ApiError } from '../../platform/request/api-error.ts';
import { isRenewalDeclined } from '../../platform/request/notify.ts';
import { report } from '../../platform/request/report.ts';

/** Retries only calls that did not get through: no refusals, and none that has timed out, as somebody has waited for it already (docs/spec.md 9). */
const retry = (count: number, error: Error): boolean =>
  count < 1 && error instanceof ApiError && error.status === 0 && error.message !== texts.timeout;

// After 取消 at 登录过期 the intervals of queries (`refetchInterval`) go on without a call, until there is another session (docs/spec.md 8).
timeoutManager.setTimeoutProvider<ReturnType<typeof setTimeout>>({
  setTimeout: (call, ms) => setTimeout(call, ms),
  clearTimeout: (timer) => clearTimeout(timer),
  setInterval: (call, ms) => setInterval(() => isRenewalDeclined() || call(), ms),
  clearInterval: (timer) => clearInterval(timer),
});

/**
 * TanStack's client refetches an invalidated query, but not while its first fetch is still running: that answer would count as
 * fresh although it was requested before the change. Here that fetch is cancelled and repeated.
 *
 * After 取消 at 登录过期 timers, announcements and failed actions only mark the query, as a refetch would ask again to sign in. A button that
 * refetches says so: `refetchType: 'active'`. The next session announces that everything may have changed (live-store.ts).
 */
class OfficeQueryClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters: InvalidateQueryFilters<Key> = {},
    options: InvalidateOptions = {},
  ): Promise<void> {
    if (isRenewalDeclined()) return super.invalidateQueries({ refetchType: 'none', ...filters }, options);
    const { queryKey, type, predicate } = filters;
    await this.cancelQueries({
      ...(queryKey === undefined ? {} : { queryKey }),
      ...(type === undefined ? {} : { type }),
      fetchStatus: 'fetching',
      predicate: (query) => query.state.data === undefined && (predicate === undefined || predicate(query as never)),
    });
    return super.invalidateQueries(filters, options);
  }
}

/** Focusing the window is not a wish to sign in again: after 取消 at 登录过期 it refetches nothing (docs/spec.md 8). */
class OfficeQueryCache extends QueryCache {
  override onFocus(): void {
    if (!isRenewalDeclined()) super.onFocus();
  }
}

/**
 * The queries of one signed-in user. After an outage all are repeated except those of `meta: { kept: true }`, which forms begin with. A failed query
 * is shown as the error catalogue says (docs/spec.md 8), once it is no longer retried; `meta: { quiet: true }` is for queries while somebody types.
 * A query that repeats by itself, or that something else repeats (`meta: { repeats: true }`), shows the same error once.
 */
export const createQueryClient = (): QueryClient => {
  const said = new WeakMap<object, string>();
  const onError: QueryCacheConfig['onError'] = (error, query) => {
    const trouble = `${query.state.dataUpdatedAt} ${error.message}`;
    const isRepeated = query.meta?.['repeats'] === true || query.observers.some(({ options }) => options.refetchInterval !== undefined);
    const isKnown = isRepeated && said.get(query) === trouble;
    said.set(query, trouble);
    report(error, isKnown || query.meta?.['quiet'] === true);
  };
  return new OfficeQueryClient({
    queryCache: new OfficeQueryCache({ onError }),
    defaultOptions: {
      queries: { retry, staleTime: 0, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
};
