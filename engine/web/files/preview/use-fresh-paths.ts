import type { FileRecord } from '@back-office/contract/calls/file.ts';
import { uuid } from '@back-office/contract/resource/uuid.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { retryUntilSuccess } from '../../platform/request/retry-until-success.ts';
import { request } from '../../platform/request/request.ts';
import type { GalleryFile } from './gallery-file.ts';

/** Signed paths are valid for half an hour. */
const freshMs = 10 * 60_000;
/** As many as one call answers. */
const most = 100;

type Paths = ReadonlyMap<string, string>;

/**
 * The paths of the gallery's files, signed anew while it is open, by the files' ids. A file that the server no longer gives keeps the path that it was
 * opened with. `refresh` reads them at once.
 */
export function useFreshPaths(
  files: readonly GalleryFile[],
  shown: string | undefined,
): { pathOf: (file: GalleryFile) => string; refresh: () => void } {
  const [openedAt] = useState(Date.now);
  // One id that is no UUID, such as that of a company's own file, would refuse the whole call.
  const all = [...new Set(files.map(({ id }) => id))].filter((id) => uuid.test(id));
  // Of very many files, those that follow the shown one.
  const from = all.length > most ? Math.max(0, all.indexOf(shown ?? '')) : 0;
  const ids = [...all.slice(from), ...all.slice(0, from)].slice(0, most);
  const { data, refetch } = useQuery({
    queryKey: ['sys/file', 'gallery', ids],
    queryFn: async ({ signal }): Promise<Paths> => {
      if (ids.length === 0) return new Map();
      const fresh = await request<FileRecord[]>('/api/file/select', { query: [['ids', ids.join(',')]], signal, quiet: true });
      return new Map(fresh.map(({ id, filePath }) => [id, filePath]));
    },
    initialData: (): Paths => new Map(),
    initialDataUpdatedAt: openedAt,
    gcTime: 0,
    staleTime: freshMs,
    refetchOnWindowFocus: true,
    refetchInterval: retryUntilSuccess(freshMs),
  });
  return { pathOf: ({ id, filePath }) => data.get(id) ?? filePath, refresh: () => void refetch() };
}

/**
 * The file to show, and what to call when it cannot be loaded. What is shown keeps its path, since another one would load the file anew, until it
 * cannot be loaded and has another path by then.
 */
export function useLoadable(file: GalleryFile, refresh: () => void): { kept: GalleryFile; onMissing: () => void } {
  const [kept, setKept] = useState(file);
  const [missing, setMissing] = useState<string>();
  if (missing === kept.filePath && file.filePath !== missing) setKept(file);
  const onMissing = (): void => {
    setMissing(kept.filePath);
    refresh();
  };
  return { kept, onMissing };
}
