import { grouped } from '@back-office/contract/resource/grouped.ts';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { callbackify } from 'node:util';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import { type FileBytes, readAhead } from './content/file-bytes.ts';
import { Refusal, refusedField } from '../platform/http/refusal.ts';

/** Limits of an unpacked document: entries, total bytes, and the compression ratio of one entry. */
const zipLimits = { entries: 10_000, bytes: 2 * 1024 ** 3, ratio: 200 } as const;
/** Entries with fewer packed bytes are harmless, whatever size they declare (deflate: at most 1032 times as much). */
const checkedBytes = 64 * 1024;
const entryMark = Buffer.from([0x50, 0x4b, 0x01, 0x02]);

const texts = {
  entries: `文档内的文件不能超过 ${grouped(zipLimits.entries)} 个`,
  bytes: '文档解压后不能超过 2G',
  ratio: `文档内有压缩超过 ${zipLimits.ratio} 倍的内容，可能是压缩炸弹`,
} as const;
const tooMuch = (what: keyof typeof texts): Refusal => refusedField('chunk', texts[what]);

/**
 * The names in a zip file's directory; empty if it cannot be read. Refuses with 40000 a file that unpacks to more than `zipLimits`: by the sizes in
 * its directory, and by unpacking large entries, since a directory may lie.
 */
export async function zipEntries(bytes: FileBytes): Promise<string[]> {
  try {
    const zip = await fromRandomAccessReaderPromise(new PartsReader(bytes), bytes.size, { autoClose: false });
    if (zip.entryCount > zipLimits.entries) throw tooMuch('entries');
    const entries: Entry[] = [];
    for await (const entry of zip.eachEntry()) entries.push(entry);
    // More entries than counted, or a compression method that Office does not know: other programs would see other content.
    if ((await bytes.read(Number(zip.readEntryCursor), 4)).equals(entryMark)) return [];
    if (entries.some(({ compressionMethod }) => compressionMethod !== 0 && compressionMethod !== 8)) return [];
    checkSizes(entries);
    for (const entry of entries) if (entry.compressedSize >= checkedBytes && entry.compressionMethod === 8) await unpack(zip, entry);
    return entries.map(({ fileName }) => fileName);
  } catch (error) {
    // An error of the library is about the file; an error of the storage is not.
    if (error instanceof ReadFailure) throw error.cause;
    if (error instanceof Refusal) throw error;
    return [];
  }
}

function checkSizes(entries: readonly Entry[]): void {
  let sum = 0;
  for (const { compressedSize, uncompressedSize } of entries) {
    sum += uncompressedSize;
    if (sum > zipLimits.bytes) throw tooMuch('bytes');
    if (uncompressedSize > compressedSize * zipLimits.ratio) throw tooMuch('ratio');
  }
}

/** Unpacks an entry and discards it; the library stops at the first byte beyond the declared size. */
async function unpack(zip: ZipFile, entry: Entry): Promise<void> {
  const forget = new Writable({ write: (_piece, _encoding, done) => done() });
  await pipeline(await zip.openReadStreamPromise(entry), forget);
}

/** The storage could not be read, which says nothing about the file. */
class ReadFailure extends Error {
  override name = 'ReadFailure';
}

/** Lets the library read a file stored in parts. */
class PartsReader extends RandomAccessReader {
  readonly #bytes: FileBytes;
  readonly #near: FileBytes;

  constructor(bytes: FileBytes) {
    super();
    this.#bytes = bytes;
    // The directory is read entry by entry.
    this.#near = readAhead(bytes);
  }

  override read(buffer: Buffer, offset: number, length: number, position: number, callback: (error: Error | null) => void): void {
    callbackify(async () => {
      const piece = await this.#near.read(position, length).catch(failed);
      if (piece.length < length) throw new Error('The file ends within its directory');
      piece.copy(buffer, offset);
    })(callback);
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(piecesOf(this.#bytes, start, end), { objectMode: false });
  }
}

async function* piecesOf(bytes: FileBytes, start: number, end: number): AsyncGenerator<Buffer> {
  const size = 256 * 1024;
  for (let at = start; at < end; at += size) {
    yield await bytes.read(at, Math.min(size, end - at)).catch(failed);
  }
}

function failed(cause: unknown): never {
  throw new ReadFailure('The storage failed', { cause });
}
