import type { FileRecord } from '@back-office/contract/calls/file.ts';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../platform/request/request.ts';

/** Signed paths are valid for half an hour; a record is refetched well before. */
const fresh = 10 * 60_000;

/** The record of a file by its id; null if there is none or the user may not see it, undefined while loading. */
export function useFile(id: string | null): FileRecord | null | undefined {
  const { data } = useQuery({
    queryKey: ['sys/file', 'one', id],
    queryFn: async ({ signal }) =>
      (await request<FileRecord[]>('/api/file/select', { query: [['ids', id ?? '']], signal, quiet: true }))[0] ?? null,
    enabled: id !== null && id !== '',
    staleTime: fresh,
    refetchOnWindowFocus: true,
    retry: false,
  });
  return data;
}
