/** The whole of a file, read in small pieces: never more than it has. */
export interface FileBytes {
  readonly size: number;
  read(start: number, length: number): Promise<Buffer>;
}

const ahead = 64 * 1024;

/** The same bytes for a reader that goes from one short header to the next: each read is buffered with what follows it. */
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

/** Where `needle` stands first at or behind `from`; undefined where it does not. Holds a block of the file at a time. */
export async function findBytes(bytes: FileBytes, needle: Buffer, from: number): Promise<number | undefined> {
  for (let at = from; at < bytes.size; at += blockSize) {
    const block = await bytes.read(at, blockSize + needle.length - 1);
    const found = block.indexOf(needle);
    if (found >= 0) return at + found;
  }
  return undefined;
}
