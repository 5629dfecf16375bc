import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { request } from '../../platform/request/request.ts';

/**
 * Reads the full record with this id.
 * @example
 * export const OrgName = ({ id }: { id: string }) => <>{useRow(org, id).data?.orgName}</>;
 */
export const useRow = <R extends Resource>(resource: R, id: string): UseQueryResult<RecordOf<R>> =>
  useQuery({
    queryKey: [resource.name, 'row', id],
    queryFn: ({ signal }) => request<RecordOf<R>>(`/api/${resource.name}/select/${encodeURIComponent(id)}`, { signal, quiet: true }),
    retry: false,
    meta: { kept: true },
  });
