import { useQuery } from '@tanstack/react-query';
import type { AnyRow, PageAnswer } from 'back-office/contract';
import { request } from 'back-office/web';

/** The records found by a query of the generic call, such as `eq=agreementState:生效&sort=endDate:asc`; undefined until they are loaded. */
export function useRows(resource: string, query: string): readonly AnyRow[] | undefined {
  const { data } = useQuery({
    // Queries whose key begins with the resource's name are invalidated when somebody saves a record.
    queryKey: [resource, 'rows', query],
    queryFn: ({ signal }) =>
      request<PageAnswer<AnyRow>>(`/api/${resource}/select-page`, { query: new URLSearchParams(query), signal, quiet: true }),
  });
  return data?.items;
}
