import { recordIn } from '@back-office/contract/record-in.ts';
import { randomBytes } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { link, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import tar from 'tar-stream';
import { StartError } from '@back-office/server/platform/start-error.ts';

/** A compressed tar that is being written; nobody but its owner may read it. */
export interface ArchiveWriter {
  /** Adds an entry of exactly `size` bytes. */
  add(name: string, size: number, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void>;
  addText(name: string, text: string): Promise<void>;
  /** Resolves when the archive is complete, on the disk and under its name. */
  close(): Promise<void>;
  /** Aborts: nothing stays behind. */
  abort(): Promise<void>;
}

/**
 * Begins an archive. It gets its name when it is whole and on the disk; until then, and forever when the process is
 * killed, it has a hidden one that no rotation takes for a backup. A StartError when there is a file of that name, or it
 * cannot be written.
 */
export async function writeArchive(file: string): Promise<ArchiveWriter> {
  if (existsSync(file)) throw exists(file);
  const unfinished = join(dirname(file), `.${basename(file)}.${randomBytes(4).toString('hex')}.unfinished`);
  const begun = await open(unfinished, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`The file ${file} cannot be written: ${error.message}.`);
  });
  await begun.close();
  const pack = tar.pack();
  const written = pipeline(pack, createGzip({ level: 4 }), createWriteStream(unfinished, { mode: 0o600, flush: true }));
  // Awaited in `close`; a failure before that makes `add` fail.
  written.catch((error: Error) => pack.destroy(error));
  const add: ArchiveWriter['add'] = async (name, size, content) => {
    const entry = pack.entry({ name, size, mode: 0o600, mtime: new Date() });
    await pipeline(Readable.from(content, { objectMode: false }), entry);
  };
  return {
    add,
    addText: (name, text) => add(name, Buffer.byteLength(text), [Buffer.from(text)]),
    close: async () => {
      pack.finalize();
      await written;
      await nameFile(unfinished, file);
      const folder = await open(dirname(file), 'r');
      await folder.sync();
      await folder.close();
    },
    abort: async () => {
      pack.destroy();
      await written.catch(() => undefined);
      await rm(unfinished, { force: true });
    },
  };
}

const exists = (file: string): StartError => new StartError(`The file ${file} exists already: give a new name.`);

/** Gives a file its name, unless another has taken it meanwhile. */
async function nameFile(unfinished: string, file: string): Promise<void> {
  try {
    await link(unfinished, file);
    await rm(unfinished);
  } catch (error) {
    if (recordIn(error).code === 'EEXIST') throw exists(file);
    // A file system without links.
    if (existsSync(file)) throw exists(file);
    await rename(unfinished, file);
  }
}
