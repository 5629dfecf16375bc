import { crc32 } from 'node:zlib';
import type { FileBytes } from './file-bytes.ts';
import { beginsPage } from './holds-page.ts';

/** An encoder with small buffers writes a chunk for each 8 KiB: 128,000 in the largest file. */
const maxChunks = 200_000;

/**
 * Whether a PNG's chunks lead from its header to its data (PNG 3rd edition, 5.3). An image truncated within its data can still be drawn; anything may
 * follow the end that does not begin like a page.
 */
export async function isPng(bytes: FileBytes): Promise<boolean> {
  const header = await bytes.read(8, 25);
  if (header.length < 25 || header.readUInt32BE(0) !== 13 || header.toString('latin1', 4, 8) !== 'IHDR') return false;
  if (header.readUInt32BE(21) !== crc32(header.subarray(4, 21))) return false;
  let hasData = false;
  for (let at = 33, chunks = 0; chunks < maxChunks; chunks += 1) {
    const head = await bytes.read(at, 8);
    const type = head.toString('latin1', 4, 8);
    if (head.length < 8) return hasData;
    if (!/^[A-Za-z]{4}$/.test(type)) return false;
    hasData ||= type === 'IDAT';
    at += 12 + head.readUInt32BE(0);
    if (type === 'IEND') return hasData && !beginsPage((await bytes.read(at, 1024)).toString('latin1'));
    if (at > bytes.size) return hasData;
  }
  return false;
}
