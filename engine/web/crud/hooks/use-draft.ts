import type { Resource } from '@back-office/contract/resource/resource.ts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Values } from '../fields/field-kit.ts';
import { request } from '../../platform/request/request.ts';

/** A new record with its default values; read again for each new form, and never under an open one. */
export const useDraft = (resource: Resource): UseQueryResult<Values> =>
  useQuery({
    // Not under the resource's name: a save there must not change the defaults below an open form.
    queryKey: ['draft', resource.name],
    queryFn: ({ signal }) => request<Values>(`/api/${resource.name}/create`, { signal, quiet: true }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
