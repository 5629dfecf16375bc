/** An upload that was begun and has not come to its end, as it is kept on this machine. */
export interface Unfinished {
  key: string;
  userId: string;
  /** The window that sends it; only this goes on by itself after a reload. */
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
  /** SHA-256 of the chunks that have arrived, by index: proof that a file chosen again is the same. */
  hashes: Record<number, string>;
  paused: boolean;
  /** When it was last moved on, in milliseconds. */
  at: number;
}

/** The server sweeps unfinished uploads after a day (docs/wire.md "Files"). */
const lifetime = 24 * 3600 * 1000;
/** Larger files are not kept a second time on this disk; after a reload they are asked for again. */
const largestKept = 64 * 1024 * 1024;

let opening: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('uploads', 1);
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore('unfinished', { keyPath: 'key' });
      request.result.createObjectStore('files');
    });
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('no database')));
  });
  return opening;
}

async function run<Result>(mode: IDBTransactionMode, work: (of: (store: 'unfinished' | 'files') => IDBObjectStore) => IDBRequest<Result>) {
  const database = await open();
  return new Promise<Result>((resolve, reject) => {
    const transaction = database.transaction(['unfinished', 'files'], mode);
    const request = work((store) => transaction.objectStore(store));
    transaction.addEventListener('complete', () => resolve(request.result));
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('not kept')));
  });
}

/** Where the browser keeps nothing (a private window, a full disk), uploads still run and only do not survive a reload. */
const orNothing = <Result>(work: Promise<Result>): Promise<Result | undefined> => work.catch(() => undefined);

/** Unfinished uploads on this machine, by person; what is older than the server keeps is removed. */
export const unfinishedStore = {
  list: async (userId: string, now = Date.now()): Promise<Unfinished[]> => {
    const all = (await orNothing(run<Unfinished[]>('readonly', (of) => of('unfinished').getAll()))) ?? [];
    for (const { key, at } of all) if (now - at > lifetime) void unfinishedStore.remove(key);
    return all.filter((one) => one.userId === userId && now - one.at <= lifetime);
  },
  write: async (one: Unfinished): Promise<void> => void (await orNothing(run('readwrite', (of) => of('unfinished').put(one)))),
  keepFile: async (key: string, file: File): Promise<void> => {
    if (file.size <= largestKept) await orNothing(run('readwrite', (of) => of('files').put(file, key)));
  },
  fileOf: (key: string): Promise<File | undefined> => orNothing(run<File | undefined>('readonly', (of) => of('files').get(key))),
  remove: async (key: string): Promise<void> => {
    await orNothing(
      run('readwrite', (of) => {
        of('files').delete(key);
        return of('unfinished').delete(key);
      }),
    );
  },
};
