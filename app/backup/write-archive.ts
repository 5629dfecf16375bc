import { recordIn } from '@back-office/contract/record-in.ts';
import { StartError } from '@back-office/server/platform/start-error.ts';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import tar from 'tar-stream';
import type { ArchiveFile } from '../archives/archive-file.ts';
import { localArchive } from '../archives/local-archive.ts';

/** A compressed tar that is being written; only its owner may read it. */
export interface ArchiveWriter {
  /** Adds an entry of exactly `size` bytes. */
  add(name: string, size: number, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void>;
  addText(name: string, text: string): Promise<void>;
  /** Resolves when the archive is complete, stored for good and under its name. */
  close(): Promise<void>;
  /** Aborts: nothing is left behind. */
  abort(): Promise<void>;
}

/** Begins an archive, which gets its name when it is complete. Throws a StartError if one of that name exists, or it cannot be written. */
export async function writeArchive(file: string | ArchiveFile): Promise<ArchiveWriter> {
  const sink = await (typeof file === 'string' ? localArchive(file) : file).create();
  const pack = tar.pack();
  let failure: Error | undefined;
  const written = pipeline(pack, createGzip({ level: 4 }), sink.stream);
  // Awaited in `close`; a failure before that makes `add` fail.
  written.catch((error: Error) => {
    failure = error;
    pack.destroy(error);
  });
  const add: ArchiveWriter['add'] = async (name, size, content) => {
    try {
      const entry = pack.entry({ name, size, mode: 0o600, mtime: new Date() });
      await pipeline(Readable.from(content, { objectMode: false }), entry);
    } catch (error) {
      // The original error, for example of a full disk, instead of "nothing more can be added".
      throw explainFailure(failure ?? error) ?? error;
    }
  };
  return {
    add,
    addText: (name, text) => add(name, Buffer.byteLength(text), [Buffer.from(text)]),
    close: async () => {
      pack.finalize();
      try {
        await written;
        await sink.name();
      } catch (error) {
        throw explainFailure(error) ?? error;
      }
    },
    abort: async () => {
      pack.destroy();
      await written.catch(() => undefined);
      await sink.abort();
    },
  };
}

/** A call of the system that stores the archive, and failed, for example on a full disk, as a sentence; undefined for other errors. */
function explainFailure(error: unknown): StartError | undefined {
  const { syscall, message } = recordIn(error);
  const stores = ['write', 'fsync', 'close', 'link', 'rename'];
  return stores.includes(String(syscall))
    ? new StartError(`The archive cannot be written: ${String(message)}.`, { cause: error })
    : undefined;
}
