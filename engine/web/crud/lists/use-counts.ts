import type { CountsAnswer } from '@back-office/contract/calls/select-counts.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../platform/request/request.ts';

/** The number of records for each query of a list; undefined while loading, null if it is not counted. Refetched with the list. */
export function useCounts(resource: Resource, queries: readonly string[], enabled: boolean): readonly (number | null)[] | undefined {
  const { data } = useQuery({
    queryKey: [resource.name, 'page', 'counts', queries],
    queryFn: ({ signal }) =>
      request<CountsAnswer>(`/api/${resource.name}/select-counts`, { query: queries.map((query) => ['of', query]), signal, quiet: true }),
    enabled,
    retry: false,
  });
  return data?.counts;
}
