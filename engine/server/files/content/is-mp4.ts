import type { FileBytes } from './file-bytes.ts';

/** A video that is streamed has a box for every few seconds; behind this many the rest is trusted. */
const maxBoxes = 256;

/**
 * Whether a video's boxes lead from one to the next, its description among them (ISO 14496-12, 4.2). Behind it the chain
 * may end: recorders put notes of their own there.
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

/** Bytes of a box: 0 stands for the rest of the file, and 1 for a longer number behind the type. */
function lengthOf(head: Buffer, rest: number): number {
  const length = head.readUInt32BE(0);
  if (length === 0) return rest;
  return length === 1 && head.length === 16 ? Number(head.readBigUInt64BE(8)) : length;
}
