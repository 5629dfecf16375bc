import { findBytes, type FileBytes } from './file-bytes.ts';
import { beginsPage } from './holds-page.ts';

/** Most segments before the first scan: a profile, previews and what a program noted of its work may stand there. */
const maxSegments = 2000;
const endOfImage = Buffer.from([0xff, 0xd9]);

/**
 * Whether a JPEG's segments lead to a frame and then to a scan (ITU T.81, B.2). One that breaks off can still be drawn.
 * Phones put a second image, a video or zeros behind its end: anything may stand there that begins no page.
 */
export async function isJpeg(bytes: FileBytes): Promise<boolean> {
  const scan = await scanOf(bytes);
  if (scan === undefined || scan >= bytes.size) return false;
  // Within a scan 0xff is followed by a zero or by a restart, so that this is the end and nothing else.
  const end = await findBytes(bytes, endOfImage, scan);
  return end === undefined || !beginsPage((await bytes.read(end + 2, 1024)).toString('latin1'));
}

/** Where the first scan's data begin, behind a frame's header. */
async function scanOf(bytes: FileBytes): Promise<number | undefined> {
  let hasFrame = false;
  for (let at = 2, segment = 0; segment < maxSegments; segment += 1) {
    const head = await bytes.read(at, 4);
    const marker = head[1] ?? 0;
    if (head.length < 4 || head[0] !== 0xff) return undefined;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = head.readUInt16BE(2);
    // Neither a scan's own markers nor a second beginning or the end belong here.
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd9) || length < 2) return undefined;
    hasFrame ||= marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    at += 2 + length;
    if (marker === 0xda) return hasFrame ? at : undefined;
  }
  return undefined;
}
