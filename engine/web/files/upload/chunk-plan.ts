/** Where one chunk of a file begins and ends, in bytes. */
export interface ChunkRange {
  start: number;
  end: number;
}

/** How many chunks a file of `size` bytes is sent in; an empty file is one empty chunk. */
export const chunkCount = (size: number, chunkSize: number): number => Math.max(1, Math.ceil(size / chunkSize));

/** The bytes of chunk `index`, counted from 0. */
export const chunkRange = (index: number, size: number, chunkSize: number): ChunkRange => ({
  start: index * chunkSize,
  end: Math.min(size, (index + 1) * chunkSize),
});
