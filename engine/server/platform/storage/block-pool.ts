/** Bytes that are written and hashed at once: fewer and larger writes make a disk fast. */
export const blockSize = 512 * 1024;

/** Most blocks kept for later uploads. */
const maxFreeBlocks = 16;

const freeBlocks: Uint8Array[] = [];

/** A block of memory shared between threads; return it with `returnBlock`. */
export const takeBlock = (): Uint8Array => freeBlocks.pop() ?? new Uint8Array(new SharedArrayBuffer(blockSize));

/** Returns a block to the pool. */
export function returnBlock(block: Uint8Array): void {
  if (freeBlocks.length < maxFreeBlocks) freeBlocks.push(block);
}
