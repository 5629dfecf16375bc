import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { isTransient } from './retry-until-success.ts';

/**
 * The query, with the previous data where a lost connection made it fail. `keepPreviousData` provides that only until the first failure.
 * The data is still marked as placeholder, and the query as failed.
 */
export function useKeptData<Data>(query: UseQueryResult<Data>): UseQueryResult<Data> {
  const [last, setLast] = useState<Pick<UseQueryResult<Data>, 'data' | 'dataUpdatedAt'>>();
  const { data, dataUpdatedAt, isPlaceholderData, isError, error } = query;
  if (data !== undefined && !isPlaceholderData && last?.dataUpdatedAt !== dataUpdatedAt) setLast({ data, dataUpdatedAt });
  if (data !== undefined || !isError || !isTransient(error) || last === undefined) return query;
  return Object.assign({ ...query }, last, { isPlaceholderData: true as const });
}
