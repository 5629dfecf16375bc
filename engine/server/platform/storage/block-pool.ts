/** Bytes that go to the storage and to the hash at once: fewer and larger writes are what makes a disk fast. */
export const blockSize = 512 * 1024;

/** Most blocks kept for the next upload. */
const maxKept = 16;

const kept: Uint8Array[] = [];

/** A block in memory that threads share; give it back with `returnBlock`. */
export const takeBlock = (): Uint8Array => kept.pop() ?? new Uint8Array(new SharedArrayBuffer(blockSize));

/** Keeps a block for the next one who needs one. */
export function returnBlock(block: Uint8Array): void {
  if (kept.length < maxKept) kept.push(block);
}
