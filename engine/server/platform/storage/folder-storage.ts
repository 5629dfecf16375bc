import { type FileHandle, mkdir, open, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { type DiskCalls, diskCalls } from './disk-calls.ts';
import { isKey } from './new-key.ts';
import { noSpace } from './no-space.ts';
import type { ByteRange, ObjectWriter, Storage } from './storage.ts';

/** Space that is left free on the disk: the database and the system need it too. */
const reservedBytes = (total: number): number => Math.min(2 * 1024 ** 3, total / 20);

/** Files in a folder of this machine, or of a share that every node mounts and that may hang. Creates the folder if it is missing. */
export async function folderStorage(folder: string, calls: DiskCalls = diskCalls): Promise<Storage> {
  await calls.run(() => mkdir(folder, { recursive: true, mode: 0o700 }));
  const pathOf = (key: string): string => {
    if (!isKey(key)) throw new Error('That is no key of an object');
    return join(folder, key);
  };
  return {
    create: async (key) => createObject(calls, folder, pathOf(key)),
    read: async (key, range) => {
      const path = pathOf(key);
      const file = await calls.run(() => open(path, 'r'), close);
      return readFile(calls, file, range);
    },
    size: async (key) => {
      const path = pathOf(key);
      const found = await calls
        .run(() => stat(path))
        .catch((error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return undefined;
          throw error;
        });
      return found?.size;
    },
    remove: async (key) => {
      const path = pathOf(key);
      await calls.run(() => rm(path, { force: true }));
    },
    // An unfinished object already has its own key, so `remove` reaches it.
    clearUnfinished: async () => undefined,
    makeSure: async (bytes) => {
      const { bavail, blocks, bsize } = await calls.run(() => statfs(folder));
      if (bavail * bsize - bytes < reservedBytes(blocks * bsize)) throw noSpace();
    },
    stop: () => undefined,
    close: async () => undefined,
  };
}

const close = (file: FileHandle): Promise<void> => file.close();

/** Bytes per read. */
const readSize = 256 * 1024;

/** The bytes of a file, or of the range; it is closed with the stream, whether anybody has read it or not. */
function readFile(calls: DiskCalls, file: FileHandle, range: ByteRange | undefined): Readable {
  let at = range?.start ?? 0;
  const end = range === undefined ? Infinity : range.end + 1;
  const next = async (): Promise<Buffer | null> => {
    const block = Buffer.allocUnsafeSlow(Math.min(readSize, end - at));
    const { bytesRead } = await calls.run(() => file.read(block, 0, block.length, at));
    at += bytesRead;
    return bytesRead === 0 ? null : block.subarray(0, bytesRead);
  };
  return new Readable({
    highWaterMark: readSize,
    read() {
      next().then(
        (block) => this.push(block),
        (error: Error) => this.destroy(error),
      );
    },
    destroy(error, done) {
      done(error);
      // Nothing was written, so closing has no error to report.
      calls.run(() => file.close()).catch(() => undefined);
    },
  });
}

async function createObject(calls: DiskCalls, folder: string, path: string): Promise<ObjectWriter> {
  await calls.run(() => mkdir(dirname(path), { recursive: true, mode: 0o700 }));
  const file = await calls.run(() => open(path, 'wx', 0o600), close);
  return objectWriter(calls, file, folder, path);
}

/** Bytes after which the disk is asked to write its buffers, so that little is left to wait for at the end. */
const flushEvery = 16 * 1024 * 1024;
/** One at a time: each occupies one of the few threads that all files share. */
let isFlushing = false;

function objectWriter(calls: DiskCalls, file: FileHandle, folder: string, path: string): ObjectWriter {
  let unflushed = 0;
  let flushed: Promise<void> = Promise.resolve();
  const flush = (): void => {
    if (isFlushing || unflushed < flushEvery) return;
    [isFlushing, unflushed] = [true, 0];
    // The system reports a failure only once, so `close` must receive it.
    flushed = Promise.all([flushed, calls.run(() => file.datasync())])
      .then(() => undefined)
      .finally(() => (isFlushing = false));
    flushed.catch(() => undefined);
  };
  return {
    write: async (block) => {
      await writeWhole(calls, file, block);
      unflushed += block.length;
      flush();
    },
    // The file's bytes, its name in the folder, and the folder's own name: all three must be on the disk.
    close: async () => {
      await flushed;
      await calls.run(() => file.sync());
      await calls.run(() => file.close());
      await Promise.all([dirname(path), folder].map((name) => calls.run(() => syncFolder(name))));
    },
    abort: async () => {
      await flushed.catch(() => undefined);
      await calls.run(() => file.close()).catch(() => undefined);
      await calls.run(() => rm(path, { force: true }));
    },
  };
}

async function writeWhole(calls: DiskCalls, file: FileHandle, block: Uint8Array): Promise<void> {
  for (let done = 0; done < block.length;) done += (await calls.run(() => file.write(block, done))).bytesWritten;
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
