import type { FileRecord, LinkFiles } from '@back-office/contract/calls/file.ts';
import { msg } from '../msg.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '@back-office/web/platform/request/request.ts';
import type { RequestOptions } from '@back-office/web/platform/request/request-options.ts';
import type { Upload } from '@back-office/web/files/upload/upload.ts';
import { uploads } from '@back-office/web/files/upload/uploads.ts';

interface NewFiles {
  files: readonly FileRecord[];
  add: (file: FileRecord) => void;
  remove: (file: FileRecord) => void;
  /** Attaches them to the newly created notice, and those still uploading as they arrive. */
  link: (id: string) => void;
}

/** Means "attached to no record" to the server. */
export const nothing = { otcId: '', otcType: '' } as const;

/** Session storage key that remembers them over a reload. */
const place = 'notice-files';
const remembered = (): readonly string[] => sessionStorage.getItem(place)?.split(',') ?? [];

/** Files for a notice that is not stored yet: until then they are attached to nothing, and visible only to their uploader. */
export function useNewFiles(): NewFiles {
  const queries = useQueryClient();
  const [ids, setIds] = useState(remembered);
  const keep = (next: readonly string[]): void => {
    if (next.length === 0) sessionStorage.removeItem(place);
    else sessionStorage.setItem(place, next.join(','));
    setIds(next);
  };
  const { data = [] } = useQuery({
    queryKey: ['sys/file', 'new', ids],
    queryFn: ({ signal }) => select(ids, { signal, quiet: true }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  const attach = async (id: string, stored: readonly string[]): Promise<void> => {
    if (stored.length === 0) return;
    try {
      // The server refuses all if one of them was deleted or attached meanwhile.
      const left = (await select(stored)).filter(isLoose).map((file) => file.id);
      const json: LinkFiles = { ids: left, otcId: id, otcType: msg.name };
      if (left.length > 0) await request('/api/file/link', { method: 'PUT', json });
    } catch {
      // The request shows its own error.
    }
    await queries.invalidateQueries({ queryKey: ['sys/file'] });
  };
  const files = ids.length === 0 ? [] : data.filter((file) => isLoose(file) && ids.includes(file.id));
  return {
    files,
    add: ({ id }) => keep([...remembered(), id]),
    remove: ({ id }) => {
      keep(remembered().filter((one) => one !== id));
      void request('/api/file/delete', { method: 'DELETE', query: [['id', id]] }).catch(() => undefined);
    },
    link: (id) => {
      const stored = [...remembered()];
      // And those stored while the page was hidden.
      uploads.onStored(isUnattached, (record) => stored.push(record.id))();
      void attach(id, stored);
      keep([]);
      whenStored((record) => void attach(id, [record.id]));
    },
  };
}

/** Calls back with each unattached upload still under way, once it is stored. */
function whenStored(then: (record: FileRecord) => void): void {
  const waiting = new Set(
    uploads
      .get()
      .filter(isUnattached)
      .map(({ key }) => key),
  );
  if (waiting.size === 0) return;
  const stop = uploads.onStored(
    ({ key }) => waiting.has(key),
    (record, { key }) => {
      waiting.delete(key);
      then(record);
      if (waiting.size === 0) stop();
    },
  );
}

const select = (ids: readonly string[], options: RequestOptions = {}): Promise<FileRecord[]> =>
  request('/api/file/select', { query: [['ids', ids.join(',')]], ...options });

const isLoose = ({ otcId }: FileRecord): boolean => otcId === null;

const isUnattached = ({ otcId, otcType }: Upload): boolean => otcId === nothing.otcId && otcType === nothing.otcType;
