import { codes } from '@back-office/contract/envelope.ts';
import type { FileRecord, LinkFiles } from '@back-office/contract/calls/file.ts';
import { msg } from '../msg.ts';
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import { request } from '@back-office/web/platform/request/request.ts';
import { ApiError } from '@back-office/web/platform/request/api-error.ts';
import { liveStore } from '@back-office/web/platform/live/live-store.ts';
import type { RequestOptions } from '@back-office/web/platform/request/request-options.ts';
import { sessionStore } from '@back-office/web/platform/session/session-store.ts';
import { sessionEntry } from '@back-office/web/platform/session/session-entry.ts';
import type { Upload } from '@back-office/web/files/upload/upload.ts';
import { uploads } from '@back-office/web/files/upload/uploads.ts';
import { useUploads } from '@back-office/web/files/upload/use-uploads.ts';

interface NewFiles {
  files: readonly FileRecord[];
  /** Whether files, or uploads of this window, would be lost with the new notice. */
  unsaved: boolean;
  add: (file: FileRecord) => void;
  remove: (file: FileRecord) => void;
  /** Forgets them all with the new notice, whose input was discarded, and ends its uploads. */
  discard: () => void;
  /** Attaches them to the newly created notice, and those still uploading as they arrive (usePromisedFiles). */
  link: (id: string) => void;
  /** The notice that they were last attached to; empty before. */
  linkedTo: string;
}

/** Means "attached to no record" to the server. */
export const nothing = { otcId: '', otcType: '' } as const;

const remembered = sessionEntry<readonly string[]>('notice-files', [], { keptOverSignIn: true });

/** Files for a notice that is not stored yet: until then they are attached to nothing, and visible only to their uploader. */
export function useNewFiles(): NewFiles {
  const queries = useQueryClient();
  const [ids, setIds] = useState(remembered.read);
  const [linkedTo, setLinkedTo] = useState('');
  const keep = (next: readonly string[]): void => {
    remembered.write(next);
    setIds(next);
  };
  const { data = [] } = useQuery({
    queryKey: ['sys/file', 'new', ids],
    queryFn: ({ signal }) => select(ids, { signal, quiet: true }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  const going = useUploads(isForNext);
  const files = ids.length === 0 ? [] : data.filter((file) => isLoose(file) && ids.includes(file.id));
  return {
    files,
    unsaved: files.length > 0 || going.length > 0,
    add: ({ id }) => keep([...remembered.read(), id]),
    remove: ({ id }) => {
      keep(remembered.read().filter((one) => one !== id));
      void deleteFile(id);
    },
    discard: () => {
      for (const { key } of uploads.get().filter(isForNext)) uploads.remove(key);
      // And those stored while the page was hidden.
      uploads.onStored(isForNext, () => undefined)();
      // They stay on the server as files of their uploader, attached to nothing: a duplicate of this window may have attached them to its notice.
      remembered.write([]);
    },
    link: (id) => {
      const stored = [...remembered.read()];
      // And those stored while the page was hidden.
      uploads.onStored(isUnattached, (record) => stored.push(record.id))();
      // First, as it makes room in session storage.
      keep([]);
      void attachOwed(queries, owe(id, stored));
      promise(id);
      setLinkedTo(id);
    },
    linkedTo,
  };
}

const deleteFile = (id: string): Promise<void> =>
  request<null>('/api/file/delete', { method: 'DELETE', query: [['id', id]] }).then(
    () => undefined,
    () => undefined,
  );

/** The saved notices of files that are still uploading, by the upload's key; they outlast a reload. */
const promised = sessionEntry<Readonly<Record<string, string>>>('promised-notice-files', {}, { keptOverSignIn: true });

/** Attaches the unattached files still uploading to this notice, as they are stored. */
function promise(id: string): void {
  const going = uploads.get().filter(isUnattached);
  promised.write({ ...Object.fromEntries(going.map(({ key }) => [key, id])), ...promised.read() });
}

/** The saved notices of stored files that are to be attached to them, by the file; they outlast a reload. */
const owed = sessionEntry<Readonly<Record<string, string>>>('owed-notice-files', {}, { keptOverSignIn: true });

/** Returns those of these files, which session storage may have refused. */
function owe(id: string, stored: readonly string[]): Readonly<Record<string, string>> {
  const added = Object.fromEntries(stored.map((file) => [file, id]));
  owed.write({ ...owed.read(), ...added });
  return added;
}

let stop: (() => void) | undefined;
let stopRetrying: (() => void) | undefined;

/**
 * Attaches files to the saved notices that they were chosen for, also after a reload, and wherever the person goes then. What could not be attached is
 * tried again when the page of a notice opens, and when the connection is restored.
 */
export function usePromisedFiles(): void {
  const queries = useQueryClient();
  // A layout effect, before the list of a new notice asks for files that were stored while no page listened.
  useLayoutEffect(() => {
    stop?.();
    stop = uploads.onStored(
      ({ key }) => key in promised.read(),
      (record, { key }) => {
        const { [key]: id = '', ...others } = promised.read();
        promised.write(others);
        void attachOwed(queries, owe(id, [record.id]));
      },
    );
    stopRetrying?.();
    stopRetrying = liveStore.on('all', () => void attachOwed(queries));
    void attachOwed(queries);
    if (Object.keys(promised.read()).length > 0) void uploads.restore();
  }, [queries]);
}

/** What does not change by trying again: the notice or a file is gone, or not the person's to change. */
const final: ReadonlySet<number> = new Set([codes.refused.code, codes.gone.code, codes.notPermitted.code]);

/** One at a time: the server refuses to attach a file twice. */
const attaching = new WeakMap<QueryClient, Promise<void>>();

/** Attaches all that is owed, and those `added`, whether session storage took them or not. */
function attachOwed(queries: QueryClient, added: Readonly<Record<string, string>> = {}): Promise<void> {
  if (sessionStore.get().preview !== null) return Promise.resolve();
  const next = (attaching.get(queries) ?? Promise.resolve()).then(async () => {
    const byNotice = Map.groupBy(Object.entries({ ...added, ...owed.read() }), ([, id]) => id);
    for (const [id, files] of byNotice)
      await attach(
        id,
        files.map(([file]) => file),
      );
    if (byNotice.size > 0) void queries.invalidateQueries({ queryKey: ['sys/file'] });
  });
  attaching.set(queries, next);
  return next;
}

async function attach(id: string, stored: readonly string[]): Promise<void> {
  try {
    // The server refuses all if one of them was deleted or attached meanwhile.
    const left = (await select(stored)).filter(isLoose).map((file) => file.id);
    const json: LinkFiles = { ids: left, otcId: id, otcType: msg.name };
    if (left.length > 0) await request('/api/file/link', { method: 'PUT', json });
  } catch (error) {
    // The request shows its own error.
    if (!(error instanceof ApiError) || !final.has(error.code)) return;
  }
  owed.write(Object.fromEntries(Object.entries(owed.read()).filter(([file]) => !stored.includes(file))));
}

const select = (ids: readonly string[], options: RequestOptions = {}): Promise<FileRecord[]> =>
  request('/api/file/select', { query: [['ids', ids.join(',')]], ...options });

const isLoose = ({ otcId }: FileRecord): boolean => otcId === null;

const isUnattached = ({ otcId, otcType }: Upload): boolean => otcId === nothing.otcId && otcType === nothing.otcType;

/** Whether the upload with this key is promised to no saved notice. */
export const isUnpromised = (key: string): boolean => !(key in promised.read());

/** Whether it is promised to this saved notice. */
export const isPromisedTo = (id: string, { key }: Upload): boolean => promised.read()[key] === id;

/** Whether it was begun by this window for a notice that is not saved yet. */
const isForNext = (upload: Upload): boolean => upload.own && isUnattached(upload) && isUnpromised(upload.key);
