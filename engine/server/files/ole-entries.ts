import type { FileBytes } from './content/file-bytes.ts';

/** How many sectors of a directory are read; the streams that show the type are among the first. */
const maxSectors = 64;
const entrySize = 128;
/** In the header: the positions of the first 109 sectors of the allocation table. */
const tables = { from: 76, count: 109 };

/** The names in the directory of a compound file ([MS-CFB] 2.6): older Office documents, and newer ones with a password. */
export async function oleEntries(bytes: FileBytes): Promise<string[]> {
  const head = await bytes.read(0, 512);
  if (head.length < 512) return [];
  const shift = head.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return [];
  const sectorSize = 2 ** shift;
  const names: string[] = [];
  let sector = head.readUInt32LE(48);
  for (let seen = 0; seen < maxSectors && sector < 0xfffffffa; seen += 1) {
    const directory = await bytes.read((sector + 1) * sectorSize, sectorSize);
    for (let at = 0; at + entrySize <= directory.length; at += entrySize) {
      const length = directory.readUInt16LE(at + 64);
      if (length >= 2 && length <= 64) names.push(directory.toString('utf16le', at, at + length - 2));
    }
    sector = await nextSector(bytes, head, sector, sectorSize);
  }
  return names;
}

/** The sector after this one; in a file too large for the header's list of tables, assumes the adjacent one. */
async function nextSector(bytes: FileBytes, head: Buffer, sector: number, sectorSize: number): Promise<number> {
  const perTable = sectorSize / 4;
  const table = Math.floor(sector / perTable);
  if (table >= tables.count) return sector + 1;
  const place = head.readUInt32LE(tables.from + table * 4);
  if (place >= 0xfffffffa) return 0xffffffff;
  const entry = await bytes.read((place + 1) * sectorSize + (sector % perTable) * 4, 4);
  return entry.length < 4 ? 0xffffffff : entry.readUInt32LE(0);
}
