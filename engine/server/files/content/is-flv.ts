import type { FileBytes } from './file-bytes.ts';

/** How many tags are checked: a minute of video. */
const maxTags = 2000;

/** Whether tags of sound, video or data follow the header of an FLV, to the end or for as many as are checked (FLV 10.1, E.4). */
export async function isFlv(bytes: FileBytes): Promise<boolean> {
  const head = await bytes.read(0, 9);
  if (head.length < 9 || head.readUInt32BE(5) < 9) return false;
  let at = head.readUInt32BE(5) + 4;
  for (let tags = 0; tags < maxTags; tags += 1) {
    const tag = await bytes.read(at, 11);
    if (tag.length < 11) return tags > 0;
    if (![8, 9, 18].includes((tag[0] ?? 0) & 0x1f)) return false;
    at += 15 + tag.readUIntBE(1, 3);
  }
  return true;
}
