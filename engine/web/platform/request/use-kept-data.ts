import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isTransient } from './retry-until-success.ts';

/**
 * The query, where nothing could be read over a lost line, with what was shown before it instead, as `keepPreviousData` gives it only
 * until the first failure: it is placeholder data still, and the query an error.
 */
export function useKeptData<Data>(query: UseQueryResult<Data>): UseQueryResult<Data> {
  const [kept] = useState<{ last?: Pick<UseQueryResult<Data>, 'data' | 'dataUpdatedAt'> }>({});
  const { data, dataUpdatedAt, isPlaceholderData, isError, error } = query;
  useEffect(() => {
    if (data !== undefined && !isPlaceholderData) kept.last = { data, dataUpdatedAt };
  }, [data, dataUpdatedAt, isPlaceholderData, kept]);
  if (data !== undefined || !isError || !isTransient(error) || kept.last === undefined) return query;
  return Object.assign({ ...query }, kept.last, { isPlaceholderData: true as const });
}
