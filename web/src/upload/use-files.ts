import type { FileRecord } from '@back-office/contract/calls/file.ts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { request } from '../request/request.ts';

/** The files that hang on a record, as many of them as one may see. */
export const useFiles = (otcType: string, otcId: string): UseQueryResult<FileRecord[]> =>
  useQuery({
    queryKey: ['sys/file', 'select', otcType, otcId],
    queryFn: ({ signal }) =>
      request<FileRecord[]>('/api/file/select', {
        query: [
          ['otcId', otcId],
          ['otcType', otcType],
        ],
        signal,
        quiet: true,
      }),
    // The paths of the files are signed, and expire while the page stands open.
    refetchInterval: 15 * 60_000,
  });
