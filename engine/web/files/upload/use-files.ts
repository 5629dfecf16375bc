import type { FileRecord } from '@back-office/contract/calls/file.ts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { retryUntilSuccess } from '../../platform/request/retry-until-success.ts';
import { request } from '../../platform/request/request.ts';

/** The paths of the files are signed, and expire while the page is open. */
const freshMs = 15 * 60_000;

/**
 * The files attached to a record, as far as the user may see them; none are fetched without a record. If a reload fails, the known ones stay, with the error beside
 * them, and it is retried until the server answers.
 * @example
 * export const Count = ({ id }: { id: string }) => <>{useFiles('acme/agreement', id).data?.length ?? 0} 个附件</>;
 */
export const useFiles = (otcType: string, otcId: string | undefined): UseQueryResult<FileRecord[]> =>
  useQuery({
    queryKey: ['sys/file', 'select', otcType, otcId],
    queryFn: ({ signal }) =>
      request<FileRecord[]>('/api/file/select', {
        query: [
          ['otcId', otcId ?? ''],
          ['otcType', otcType],
        ],
        signal,
        quiet: true,
      }),
    enabled: otcId !== undefined,
    // No interval runs while the window is hidden.
    refetchOnWindowFocus: true,
    refetchInterval: retryUntilSuccess(freshMs),
  });
