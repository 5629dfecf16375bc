import { createReadStream } from 'node:fs';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import tar from 'tar-stream';
import { StartError } from '../start-error.ts';
import { type Manifest, manifestName, manifestSchema, type Summary, summaryName, summarySchema } from './archive-format.ts';
import type { Batch } from './read-tables.ts';

/** What stands in an archive after the rows. */
export interface StoredObject {
  readonly key: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** An archive that is read once, from its beginning to its end: `batches`, then `objects`, then `summary`. */
export interface ArchiveReader {
  readonly manifest: Manifest;
  batches(): AsyncGenerator<Batch>;
  /** Read an object's bytes before asking for the next one. */
  objects(): AsyncGenerator<StoredObject>;
  summary(): Promise<Summary>;
}

type Entry = AsyncIterable<Uint8Array> & { readonly header: tar.Header };

/** Opens an archive that `writeArchive` made; a StartError when it is none, or of a newer format. */
export async function readArchive(file: string): Promise<ArchiveReader> {
  const entries = entriesOf(file);
  let current = await next(entries);
  const step = async () => {
    current = await next(entries);
  };
  if (current?.name !== manifestName) throw new StartError(`The file ${file} is no backup of this server.`);
  const manifest = manifestSchema.safeParse(JSON.parse(await text(current.bytes)));
  if (!manifest.success) throw new StartError(`The file ${file} is a backup of a form that this version does not know.`);
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
      if (current?.name !== summaryName) throw new StartError(`The file ${file} is not whole: it was cut off.`);
      return summarySchema.parse(JSON.parse(await text(current.bytes)));
    },
  };
}

/** The next entry; undefined at the end. */
async function next(entries: AsyncIterator<Entry>): Promise<{ name: string; bytes: AsyncIterable<Uint8Array> } | undefined> {
  try {
    const { value, done } = await entries.next();
    return done ? undefined : { name: value.header.name, bytes: bytesOf(value) };
  } catch (error) {
    throw unreadable(error);
  }
}

async function* bytesOf(entry: Entry): AsyncGenerator<Uint8Array> {
  try {
    yield* entry;
  } catch (error) {
    throw unreadable(error);
  }
}

const unreadable = (error: unknown): StartError =>
  new StartError(`The backup cannot be read: ${(error as Error).message}.`, { cause: error });

function entriesOf(file: string): AsyncIterator<Entry> {
  const extract = tar.extract();
  const source = createReadStream(file);
  const unzip = createGunzip();
  // An error of any of them is an error of the last, which is read.
  source.on('error', (error) => unzip.destroy(error));
  unzip.on('error', (error) => extract.destroy(error));
  source.pipe(unzip).pipe(extract);
  return extract[Symbol.asyncIterator]() as unknown as AsyncIterator<Entry>;
}
