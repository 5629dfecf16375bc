import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** An unfinished upload, as it is stored in this browser. */
export interface Unfinished {
  key: string;
  userId: string;
  /** The window that sends it; only this one resumes it automatically after a reload. */
  window: string;
  otcId: string;
  otcType: string;
  fileSource: string;
  fileAlias: string;
  name: string;
  size: number;
  chunkSize: number;
  /** The server's id; undefined until the first chunk has arrived. */
  uploadId: string | undefined;
  /** SHA-256 of the received chunks, by index: proof that a file selected again is the same. */
  hashes: Record<number, string>;
  /** By the person: what the server could not take goes on by itself. */
  paused: boolean;
  /** Time of the last progress, in milliseconds. */
  at: number;
}

/** The server removes unfinished uploads after a day (docs/wire.md "Files"). */
const lifetime = 24 * 3600 * 1000;
/** Larger files are not stored a second time on this disk; after a reload the user selects them again. */
const maxStoredBytes = 64 * 1024 * 1024;

interface Stores extends DBSchema {
  unfinished: { key: string; value: Unfinished };
  /** By the upload's key. */
  files: { key: string; value: File };
}

let opening: Promise<IDBPDatabase<Stores>> | undefined;

const open = (): Promise<IDBPDatabase<Stores>> =>
  (opening ??= openDB<Stores>('uploads', 1, {
    upgrade: (database) => {
      database.createObjectStore('unfinished', { keyPath: 'key' });
      database.createObjectStore('files');
    },
  }));

/** If the browser cannot store anything (a private window, a full disk), uploads still run, but do not survive a reload. */
async function tryStorage<Result>(work: (database: IDBPDatabase<Stores>) => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work(await open());
  } catch {
    return undefined;
  }
}

/** Unfinished uploads in this browser, by account; those older than the server keeps are removed. */
export const unfinishedStore = {
  list: async (userId: string, now = Date.now()): Promise<Unfinished[]> => {
    const all = (await tryStorage((database) => database.getAll('unfinished'))) ?? [];
    for (const { key, at } of all) if (now - at > lifetime) void unfinishedStore.remove(key);
    return all.filter((one) => one.userId === userId && now - one.at <= lifetime);
  },
  write: async (one: Unfinished): Promise<void> => void (await tryStorage((database) => database.put('unfinished', one))),
  keepFile: async (key: string, file: File): Promise<void> => {
    if (file.size <= maxStoredBytes) await tryStorage((database) => database.put('files', file, key));
  },
  fileOf: (key: string): Promise<File | undefined> => tryStorage((database) => database.get('files', key)),
  remove: async (key: string): Promise<void> => {
    await tryStorage((database) => {
      const both = database.transaction(['unfinished', 'files'], 'readwrite');
      return Promise.all([both.objectStore('files').delete(key), both.objectStore('unfinished').delete(key), both.done]);
    });
  },
};
