import { QueryObserver, type QueryObserverOptions, type QueryObserverResult, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { afterwards } from './afterwards.ts';
import { useUnhurried } from '../store/use-unhurried.ts';

/**
 * As `useQuery`, for what stands beside that which somebody came for and may wait a moment, such as a count in the top bar: an answer that
 * comes by `useQuery` while React draws a list in slices has it throw that away and begin again. `later` asks only once that is drawn.
 * @example
 * const reading = { queryKey: ['acme', 'open'], queryFn: () => request<{ total: number }>('/api/acme/agreement/count') };
 * export const OpenCount = () => <>{useUnhurriedQuery(reading).data?.total}</>;
 */
export function useUnhurriedQuery<Read, Data = Read>(
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
  return useUnhurried(
    subscribe,
    useCallback(() => observer.getCurrentResult(), [observer]),
  );
}

const notifyOnChangeProps = ['data' as const, 'error' as const];
