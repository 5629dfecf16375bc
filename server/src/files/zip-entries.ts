import type { FileBytes } from './check-content.ts';

/** Largest directory that is read, and the most names in it: no document has more. */
const maxDirectory = 4 * 1024 * 1024;
const maxNames = 50_000;
/** The end record, with the longest comment that may stand behind it. */
const maxEnd = 22 + 65_535;

/** The names in a zip file's directory, which stands at its end; none when there is no directory that can be read. */
export async function zipEntries(bytes: FileBytes): Promise<string[]> {
  const start = Math.max(0, bytes.size - maxEnd);
  const tail = await bytes.read(start, maxEnd);
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || tail.length < end + 22) return [];
  const size = tail.readUInt32LE(end + 12);
  const offset = tail.readUInt32LE(end + 16);
  if (size > maxDirectory || offset + size > start + end) return [];
  return namesOf(await bytes.read(offset, size));
}

function namesOf(directory: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at + 46 <= directory.length && names.length < maxNames;) {
    if (directory.readUInt32LE(at) !== 0x02014b50) break;
    const [name, extra, comment] = [28, 30, 32].map((place) => directory.readUInt16LE(at + place));
    names.push(directory.toString('utf8', at + 46, at + 46 + (name ?? 0)));
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return names;
}
