import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { isTransient } from './retry-until-success.ts';

/**
 * The query, where nothing could be read over a lost line, with what was shown before it instead, as `keepPreviousData` gives it only
 * until the first failure: it is placeholder data still, and the query an error.
 */
export function useKeptData<Data>(query: UseQueryResult<Data>): UseQueryResult<Data> {
  const [last, setLast] = useState<Pick<UseQueryResult<Data>, 'data' | 'dataUpdatedAt'>>();
  const { data, dataUpdatedAt, isPlaceholderData, isError, error } = query;
  if (data !== undefined && !isPlaceholderData && last?.dataUpdatedAt !== dataUpdatedAt) setLast({ data, dataUpdatedAt });
  if (data !== undefined || !isError || !isTransient(error) || last === undefined) return query;
  return Object.assign({ ...query }, last, { isPlaceholderData: true as const });
}
