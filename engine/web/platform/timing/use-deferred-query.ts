import { QueryObserver, type QueryObserverOptions, type QueryObserverResult, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { afterwards } from './afterwards.ts';
import { useDeferredStore } from '../store/use-deferred-store.ts';

/**
 * Like `useQuery`, for secondary data such as a count in the top bar. An answer that arrives by `useQuery` during a concurrent render, such as that
 * of a list, makes React discard it and start again. With `later` the query is sent only once the page is rendered.
 * @example
 * const reading = { queryKey: ['acme', 'open'], queryFn: () => request<{ total: number }>('/api/acme/agreement/count') };
 * export const OpenCount = () => <>{useDeferredQuery(reading).data?.total}</>;
 */
export function useDeferredQuery<Read, Data = Read>(
  options: QueryObserverOptions<Read, Error, Data>,
  { later = false } = {},
): Pick<QueryObserverResult<Data>, 'data' | 'error'> {
  const queries = useQueryClient();
  const [observer] = useState(() => new QueryObserver(queries, { ...options, notifyOnChangeProps }));
  useEffect(() => observer.setOptions({ ...options, notifyOnChangeProps }), [observer, options]);
  const subscribe = useCallback(
    (listener: () => void) => {
      let forget = later ? undefined : observer.subscribe(listener);
      let isLeft = false;
      if (later) afterwards.do(() => !isLeft && (forget = observer.subscribe(listener)));
      return () => {
        isLeft = true;
        forget?.();
      };
    },
    [observer, later],
  );
  return useDeferredStore(
    subscribe,
    useCallback(() => observer.getCurrentResult(), [observer]),
  );
}

const notifyOnChangeProps = ['data' as const, 'error' as const];
