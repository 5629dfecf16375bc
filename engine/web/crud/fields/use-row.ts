import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { request } from '../../platform/request/request.ts';

/** How one whole record is read and cached. */
const rowQuery = (name: string, id: string) =>
  queryOptions({
    queryKey: [name, 'row', id],
    queryFn: ({ signal }) => request<AnyRow>(`/api/${name}/select/${encodeURIComponent(id)}`, { signal, quiet: true }),
    retry: false,
  });

/** The whole record of that id. */
export const useRow = (name: string, id: string): UseQueryResult<AnyRow> => useQuery(rowQuery(name, id));
