import type { FileBytes } from './file-bytes.ts';

/** A streamed video has a box every few seconds; after this many the rest is trusted. */
const maxBoxes = 256;

/**
 * Whether the boxes of a video follow each other and include the movie box (ISO 14496-12, 4.2). After that box the chain may break off: recorders
 * append their own data.
 */
export async function isMp4(bytes: FileBytes): Promise<boolean> {
  let hasMovie = false;
  for (let at = 0, boxes = 0; at < bytes.size && boxes < maxBoxes; boxes += 1) {
    const head = await bytes.read(at, 16);
    if (head.length < 8 || !/^[ -~\xa9]{4}$/.test(head.toString('latin1', 4, 8))) return hasMovie;
    hasMovie ||= head.toString('latin1', 4, 8) === 'moov';
    const length = lengthOf(head, bytes.size - at);
    if (length < 8) return hasMovie && boxes > 0;
    at += length;
  }
  return hasMovie;
}

/** The length of a box in bytes: 0 means up to the end of the file, and 1 that a 64-bit length follows the type. */
function lengthOf(head: Buffer, rest: number): number {
  const length = head.readUInt32BE(0);
  if (length === 0) return rest;
  return length === 1 && head.length === 16 ? Number(head.readBigUInt64BE(8)) : length;
}
