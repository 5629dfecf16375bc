import type { FileBytes } from './file-bytes.ts';

const end = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
const endSize = 22;
const maxComment = 0xffff;

/**
 * Whether the end of the file is the end of a zip archive: programs open it as an archive whatever precedes it (such as an image that is also a JAR).
 */
export async function endsAsArchive(bytes: FileBytes): Promise<boolean> {
  const tail = await bytes.read(Math.max(0, bytes.size - endSize - maxComment), endSize + maxComment);
  for (let at = tail.lastIndexOf(end); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf(end, at - 1)) {
    if (at + endSize <= tail.length && at + endSize + tail.readUInt16LE(at + 20) === tail.length) return true;
  }
  return false;
}
