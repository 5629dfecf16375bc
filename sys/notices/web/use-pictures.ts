import type { FileRecord } from '@back-office/contract/calls/file.ts';
import { useFiles } from '@back-office/web/files/upload/use-files.ts';
import { retryUntilSuccess } from '@back-office/web/platform/request/retry-until-success.ts';
import { request } from '@back-office/web/platform/request/request.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { msg } from '../msg.ts';

/** Files of pictures by id; without those that are gone. */
export type Pictures = ReadonlyMap<string, FileRecord>;

/** Signed paths are valid for half an hour. */
const freshMs = 15 * 60_000;

/**
 * The files of a body's pictures in one call: of a stored notice together with its attachments, else by their ids. Undefined until loaded; if the
 * call fails there are none, and it is retried.
 */
export function usePictures(ids: readonly string[], notice?: string): Pictures | undefined {
  const stored = useFiles(msg.name, ids.length === 0 ? undefined : notice);
  const loose = useQuery({
    queryKey: ['sys/file', 'pictures', ids],
    queryFn: ({ signal }) => request<FileRecord[]>('/api/file/select', { query: [['ids', ids.join(',')]], signal, quiet: true }),
    enabled: notice === undefined && ids.length > 0,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
    refetchInterval: retryUntilSuccess(freshMs),
  });
  const { data, isError } = notice === undefined ? loose : stored;
  return useMemo(
    () => (data === undefined && !isError ? undefined : new Map((data ?? []).map((file) => [file.id, file]))),
    [data, isError],
  );
}
