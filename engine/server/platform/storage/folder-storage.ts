import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isKey } from './new-key.ts';
import { noSpace } from './no-space.ts';
import type { ObjectWriter, Storage } from './storage.ts';

/** What is left free on the disk: the database and the system live there too. */
const reserve = (total: number): number => Math.min(2 * 1024 ** 3, total / 20);

/** Files in a folder of this machine, or of a share that every node mounts. Makes the folder when it is not there. */
export async function folderStorage(folder: string): Promise<Storage> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const pathOf = (key: string): string => {
    if (!isKey(key)) throw new Error('That is no key of an object');
    return join(folder, key);
  };
  return {
    create: async (key) => createObject(folder, pathOf(key)),
    read: async (key, range) => {
      const stream = createReadStream(pathOf(key), { ...range, highWaterMark: 256 * 1024 });
      await new Promise<void>((resolve, reject) => stream.once('open', () => resolve()).once('error', reject));
      return stream;
    },
    size: async (key) => {
      const found = await stat(pathOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
      return found?.size;
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    // What was begun lies under its own key already.
    clearUnfinished: async () => undefined,
    makeSure: async (bytes) => {
      const { bavail, blocks, bsize } = await statfs(folder);
      if (bavail * bsize - bytes < reserve(blocks * bsize)) throw noSpace();
    },
    stop: () => undefined,
    close: async () => undefined,
  };
}

async function createObject(folder: string, path: string): Promise<ObjectWriter> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  return objectWriter(await open(path, 'wx', 0o600), folder, path);
}

/** Bytes after which the disk is asked to write what it buffers, so that little is left to wait for at the end. */
const flushEvery = 16 * 1024 * 1024;
/** One at a time: each takes one of the few threads that all files share. */
let isFlushing = false;

function objectWriter(file: FileHandle, folder: string, path: string): ObjectWriter {
  let unflushed = 0;
  let flushed: Promise<void> = Promise.resolve();
  const flush = (): void => {
    if (isFlushing || unflushed < flushEvery) return;
    [isFlushing, unflushed] = [true, 0];
    // The system reports a failure only once, so `close` must get it.
    flushed = Promise.all([flushed, file.datasync()])
      .then(() => undefined)
      .finally(() => (isFlushing = false));
    flushed.catch(() => undefined);
  };
  return {
    write: async (block) => {
      await writeWhole(file, block);
      unflushed += block.length;
      flush();
    },
    // The file's bytes, its name in the folder, and the folder's own name: all three must be on the disk.
    close: async () => {
      await flushed;
      await file.sync();
      await file.close();
      await Promise.all([syncFolder(dirname(path)), syncFolder(folder)]);
    },
    abort: async () => {
      await flushed.catch(() => undefined);
      await file.close().catch(() => undefined);
      await rm(path, { force: true });
    },
  };
}

async function writeWhole(file: FileHandle, block: Uint8Array): Promise<void> {
  for (let done = 0; done < block.length;) done += (await file.write(block, done)).bytesWritten;
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
