import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FileBytes } from './content/file-bytes.ts';
import type { ByteRange, Storage } from '../platform/storage/storage.ts';
import type { PartRow } from './upload-row.ts';

type Piece = Pick<PartRow, 'partSize' | 'storageKey'>;

/** Streams the bytes of a file, or of a range of it, from its parts. The first part is opened before the promise resolves. */
export async function readParts(storage: Storage, parts: readonly Piece[], range: ByteRange): Promise<Readable> {
  const pieces = piecesOf(parts, range);
  const [first, ...rest] = pieces;
  if (first === undefined) return Readable.from([]);
  const opened = await storage.read(first.key, first.range);
  if (rest.length === 0) return opened;
  const all = async function* (): AsyncGenerator<Buffer> {
    yield* opened as AsyncIterable<Buffer>;
    for (const { key, range: within } of rest) yield* (await storage.read(key, within)) as AsyncIterable<Buffer>;
  };
  return Readable.from(all(), { objectMode: false, highWaterMark: 256 * 1024 });
}

/** Random access to the bytes of a file. */
export function bytesOfParts(storage: Storage, parts: readonly Piece[]): FileBytes {
  const size = parts.reduce((sum, { partSize }) => sum + partSize, 0);
  return {
    size,
    read: async (start, length) => {
      const end = Math.min(start + length, size) - 1;
      return end < start ? Buffer.alloc(0) : buffer(await readParts(storage, parts, { start, end }));
    },
  };
}

function piecesOf(parts: readonly Piece[], { start, end }: ByteRange): { key: string; range: ByteRange }[] {
  let from = 0;
  return parts.flatMap(({ partSize, storageKey }) => {
    const at = from;
    from += partSize;
    if (at > end || from <= start) return [];
    return [{ key: storageKey, range: { start: Math.max(0, start - at), end: Math.min(partSize - 1, end - at) } }];
  });
}
