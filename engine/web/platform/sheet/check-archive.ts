import { sheetLimits } from './sheet-limits.ts';

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
/** Lengths of the two records without their names and comments. */
const endLength = 22;
const entryLength = 46;
const maxCommentLength = 0xffff;

/** A file of an archive according to its directory; sizes in bytes, `at` is the offset of its local header. */
export interface ArchiveEntry {
  name: string;
  method: number;
  packed: number;
  size: number;
  at: number;
}

/**
 * Reads the directory at the end of an archive, without unpacking. Undefined if there is none, or if it states more than a workbook needs: in number
 * of files, or in unpacked size (docs/hardening.md E01). Unpacking must hold each file to the size stated here.
 */
export function readDirectory(bytes: Uint8Array): ArchiveEntry[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end === undefined || view.getUint16(end + 10, true) > sheetLimits.entries) return undefined;
  const entries: ArchiveEntry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (at + entryLength > bytes.length || view.getUint32(at, true) !== entrySignature) return undefined;
    const nameEnd = at + entryLength + view.getUint16(at + 28, true);
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(at + entryLength, nameEnd)),
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      // A size that does not fit into these four bytes is stored as 4 GB, which is too much anyway.
      size: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    });
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  const unpacked = entries.reduce((sum, { size }) => sum + size, 0);
  const safe = unpacked <= sheetLimits.unpacked && unpacked <= Math.max(bytes.length, 64 * 1024) * sheetLimits.ratio;
  return safe ? entries : undefined;
}

/** Whether an archive may be unpacked. */
export const isSafeArchive = (bytes: Uint8Array): boolean => readDirectory(bytes) !== undefined;

function findEnd(view: DataView): number | undefined {
  const last = view.byteLength - endLength;
  for (let at = last; at >= Math.max(0, last - maxCommentLength); at -= 1) if (view.getUint32(at, true) === endSignature) return at;
  return undefined;
}
