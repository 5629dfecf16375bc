import { sheetLimits } from './sheet-limits.ts';

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
/** Lengths of the two records without their names and comments. */
const endLength = 22;
const entryLength = 46;
const maxCommentLength = 0xffff;
const zip64Field = 1;
/** Stands for a number that is in the ZIP64 field. */
const elsewhere = 0xffffffff;

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
    const fieldsEnd = nameEnd + view.getUint16(at + 30, true);
    if (fieldsEnd > bytes.length) return undefined;
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(at + entryLength, nameEnd)),
      method: view.getUint16(at + 10, true),
      ...readSizes(view, at, nameEnd, fieldsEnd),
    });
    at = fieldsEnd + view.getUint16(at + 32, true);
  }
  const unpacked = entries.reduce((sum, { size }) => sum + size, 0);
  const safe = unpacked <= sheetLimits.unpacked && unpacked <= Math.max(bytes.length, 64 * 1024) * sheetLimits.ratio;
  return safe ? entries : undefined;
}

/**
 * The sizes and the offset in the record at `at`. One that is stated as the largest number is in the ZIP64 field, which some programs write always:
 * those numbers of eight bytes, in this order. Without the field it stays 4 GB, which is too much anyway.
 */
function readSizes(view: DataView, at: number, from: number, to: number): Pick<ArchiveEntry, 'size' | 'packed' | 'at'> {
  let field = from;
  while (field + 4 <= to && view.getUint16(field, true) !== zip64Field) field += 4 + view.getUint16(field + 2, true);
  const end = field + 4 <= to ? Math.min(to, field + 4 + view.getUint16(field + 2, true)) : to;
  let wide = field + 4;
  const read = (place: number): number => {
    const stated = view.getUint32(at + place, true);
    if (stated !== elsewhere || wide + 8 > end) return stated;
    // Rounded beyond 2^53, which is above all limits.
    const number = Number(view.getBigUint64(wide, true));
    wide += 8;
    return number;
  };
  return { size: read(24), packed: read(20), at: read(42) };
}

/** Whether an archive may be unpacked. */
export const isSafeArchive = (bytes: Uint8Array): boolean => readDirectory(bytes) !== undefined;

function findEnd(view: DataView): number | undefined {
  const last = view.byteLength - endLength;
  for (let at = last; at >= Math.max(0, last - maxCommentLength); at -= 1) if (view.getUint32(at, true) === endSignature) return at;
  return undefined;
}
