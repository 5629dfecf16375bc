import { useQuery } from '@tanstack/react-query';
import type { AnyRow, PageAnswer } from 'back-office/contract';
import { request } from 'back-office/web';

/** The records that a query of the generic call finds, such as `eq=agreementState:生效&sort=endDate:asc`; undefined until they are read. */
export function useRows(resource: string, query: string): readonly AnyRow[] | undefined {
  const { data } = useQuery({
    // What begins with the resource's name is read again when somebody saves one.
    queryKey: [resource, 'rows', query],
    queryFn: ({ signal }) =>
      request<PageAnswer<AnyRow>>(`/api/${resource}/select-page`, { query: new URLSearchParams(query), signal, quiet: true }),
  });
  return data?.items;
}
