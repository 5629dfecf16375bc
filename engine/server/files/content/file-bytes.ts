/** Random access to a whole file in small pieces; a read returns at most the bytes that exist. */
export interface FileBytes {
  readonly size: number;
  read(start: number, length: number): Promise<Buffer>;
}

const ahead = 64 * 1024;

/** The same bytes with read-ahead, for parsers that go from one short header to the next. */
export function readAhead(bytes: FileBytes): FileBytes {
  let from = 0;
  let held: Buffer = Buffer.alloc(0);
  return {
    size: bytes.size,
    read: async (start, length) => {
      const wanted = Math.max(0, Math.min(length, bytes.size - start));
      if (start < from || start + wanted > from + held.length) [held, from] = [await bytes.read(start, Math.max(wanted, ahead)), start];
      return held.subarray(start - from, start - from + wanted);
    },
  };
}

const blockSize = 256 * 1024;

/** The first position of `needle` at or after `from`; undefined if there is none. Holds one block of the file at a time. */
export async function findBytes(bytes: FileBytes, needle: Buffer, from: number): Promise<number | undefined> {
  for (let at = from; at < bytes.size; at += blockSize) {
    const block = await bytes.read(at, blockSize + needle.length - 1);
    const found = block.indexOf(needle);
    if (found >= 0) return at + found;
  }
  return undefined;
}
