import { findBytes, type FileBytes } from './file-bytes.ts';
import { beginsPage } from './holds-page.ts';

/** The most segments before the first scan: there may be a profile, previews and notes of programs. */
const maxSegments = 2000;
const endOfImage = Buffer.from([0xff, 0xd9]);

/**
 * Whether a JPEG's segments lead to a frame and then to a scan (ITU T.81, B.2). A truncated image can still be drawn. Phones append a second image, a
 * video or zeros: anything may follow the end that does not begin like a page.
 */
export async function isJpeg(bytes: FileBytes): Promise<boolean> {
  const scan = await scanOf(bytes);
  if (scan === undefined || scan >= bytes.size) return false;
  // Within a scan 0xff is followed by a zero or a restart marker, so these bytes can only be the end of the image.
  const end = await findBytes(bytes, endOfImage, scan);
  return end === undefined || !beginsPage((await bytes.read(end + 2, 1024)).toString('latin1'));
}

/** Where the data of the first scan begin, after a frame header. */
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
    // Refuses markers of a scan, and a second start or the end of an image.
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd9) || length < 2) return undefined;
    hasFrame ||= marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    at += 2 + length;
    if (marker === 0xda) return hasFrame ? at : undefined;
  }
  return undefined;
}
