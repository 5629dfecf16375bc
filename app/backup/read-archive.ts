import { recordIn } from '@back-office/contract/record-in.ts';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import tar from 'tar-stream';
import type { ArchiveFile } from '../archives/archive-file.ts';
import { commandLine } from '@back-office/server/platform/command-line.ts';
import { StartError } from '@back-office/server/platform/start-error.ts';
import { type Manifest, manifestName, manifestSchema, type Summary, summaryName, summarySchema } from './archive-format.ts';
import { DamagedArchive } from '../archives/damaged-archive.ts';
import { localArchive } from '../archives/local-archive.ts';
import type { Batch } from './read-tables.ts';

/** The part of an archive after the rows. */
export interface StoredObject {
  readonly key: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** An archive that is read once, from beginning to end: `batches`, then `objects`, then `summary`. */
export interface ArchiveReader {
  readonly manifest: Manifest;
  batches(): AsyncGenerator<Batch>;
  /** Read an object's bytes before requesting the next one. */
  objects(): AsyncGenerator<StoredObject>;
  summary(): Promise<Summary>;
  /** Reads no further. */
  stop(): void;
}

type Entry = AsyncIterable<Uint8Array> & { readonly header: tar.Header };

/** Opens an archive made by `writeArchive`; throws a StartError if it is none, or of a newer format. */
export async function readArchive(fileOrArchive: string | ArchiveFile): Promise<ArchiveReader> {
  const source = typeof fileOrArchive === 'string' ? localArchive(fileOrArchive) : fileOrArchive;
  const file = source.name;
  const { entries, stop } = entriesOf(source);
  const step = async () => {
    current = await next(entries, file);
  };
  let current = await next(entries, file);
  if (current?.name !== manifestName)
    throw new StartError(`The file ${file} is no backup of this server: give one that ${commandLine('backup')} made.`);
  const manifest = manifestSchema.safeParse(parsed(await text(current.bytes), file));
  if (!manifest.success) {
    throw new StartError(
      `The file ${file} is a backup of a form that this version does not know: restore it with the version that made it.`,
    );
  }
  await step();
  return {
    manifest: manifest.data,
    async *batches() {
      for (; current?.name.startsWith('tables/'); await step()) {
        yield { table: current.name.split('/')[1] ?? '', rows: (await text(current.bytes)).split('\n') };
      }
    },
    async *objects() {
      for (; current?.name.startsWith('objects/'); await step()) yield { key: current.name.slice('objects/'.length), bytes: current.bytes };
    },
    summary: async () => {
      if (current?.name !== summaryName) throw truncatedError(file);
      const summary = summarySchema.safeParse(parsed(await text(current.bytes), file));
      if (!summary.success) throw damagedError(file, 'its summary is none');
      // The checksum of the bytes comes at their end, possibly after the summary.
      await step();
      return summary.data;
    },
    stop,
  };
}

/** The next entry; undefined at the end. */
async function next(entries: AsyncIterator<Entry>, file: string): Promise<{ name: string; bytes: AsyncIterable<Uint8Array> } | undefined> {
  try {
    const { value, done } = await entries.next();
    return done ? undefined : { name: value.header.name, bytes: bytesOf(value, file) };
  } catch (error) {
    throw readError(error, file);
  }
}

async function* bytesOf(entry: Entry, file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* entry;
  } catch (error) {
    throw readError(error, file);
  }
}

/** Why a file cannot be read to its end, and what to do. */
function readError(error: unknown, file: string): StartError {
  // From a bucket, whose errors are already explained.
  if (error instanceof StartError) return error;
  const { code, message: rawMessage } = recordIn(error);
  const message = String(rawMessage);
  if (code === 'ENOENT') return new StartError(`There is no file ${file}: give the path of a backup.`, { cause: error });
  if (code === 'EISDIR') return new StartError(`${file} is a folder: give the path of a backup.`, { cause: error });
  if (code === 'EACCES') return new StartError(`The file ${file} may not be read by this user: give it to them, or run this as its owner.`);
  if (code === 'Z_BUF_ERROR' || /unexpected end/i.test(message)) return truncatedError(file);
  if (/incorrect header check/.test(message)) {
    return new StartError(
      `The file ${file} is no backup: it does not begin as a .tar.gz does. Give one that ${commandLine('backup')} made.`,
    );
  }
  // Errors of the file system or a network drive: the unread archive may be intact.
  if (typeof code === 'string' && /^E[A-Z]+$/.test(code))
    return new StartError(`The file ${file} could not be read to its end: ${message}.`);
  return damagedError(file, message);
}

const truncatedError = (file: string): StartError =>
  new DamagedArchive(`The file ${file} is not whole, it was cut off: copy it once more from where it was made, or take another backup.`);

const damagedError = (file: string, why: string): StartError =>
  new DamagedArchive(`The file ${file} is damaged (${why}): copy it once more from where it was made, or take another backup.`);

function parsed(json: string, file: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw damagedError(file, 'it holds something else than a backup');
  }
}

function entriesOf(file: ArchiveFile): { entries: AsyncIterator<Entry>; stop: () => void } {
  const extract = tar.extract();
  const source = file.read();
  const unzip = createGunzip();
  // An error of any stream destroys the last one, which is the one being read.
  source.on('error', (error) => unzip.destroy(error));
  unzip.on('error', (error) => extract.destroy(error));
  source.pipe(unzip).pipe(extract);
  const stop = (): void => {
    source.unpipe();
    for (const stream of [source, unzip, extract]) stream.destroy();
  };
  return { entries: extract[Symbol.asyncIterator]() as unknown as AsyncIterator<Entry>, stop };
}
