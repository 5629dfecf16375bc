import type { FileBytes } from './file-bytes.ts';

const maxPictures = 256;

/** Whether each entry of an icon's directory points to an image within the file: a PNG, or a bitmap's header. */
export async function isIco(bytes: FileBytes): Promise<boolean> {
  const directory = await bytes.read(0, 6 + 16 * maxPictures);
  const count = directory.readUInt16LE(4);
  if (count > maxPictures || directory.length < 6 + 16 * count) return false;
  for (let picture = 0; picture < count; picture += 1) {
    const [size, offset] = [directory.readUInt32LE(14 + picture * 16), directory.readUInt32LE(18 + picture * 16)];
    const head = await bytes.read(offset, 4);
    if (offset < 6 + 16 * count || head.length < 4 || offset + size > bytes.size) return false;
    if (head.readUInt32LE(0) !== 40 && head.readUInt32BE(0) !== 0x89504e47) return false;
  }
  return true;
}
