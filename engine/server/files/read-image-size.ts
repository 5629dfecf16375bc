import type { FileBytes } from './content/file-bytes.ts';

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** The most segments before the frame header, which has a JPEG's size: there may be a profile and a thumbnail. */
const maxSegments = 500;

/** Reads the size of an image in pixels from its header, without decoding it; undefined when the header lacks it. */
export const readImageSize = async (content: 'png' | 'jpeg', bytes: FileBytes): Promise<ImageSize | undefined> =>
  content === 'png' ? sizeOfPng(await bytes.read(0, 24)) : sizeOfJpeg(bytes);

function sizeOfPng(head: Buffer): ImageSize | undefined {
  if (head.length < 24 || head.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
}

/** Skips segments up to the frame header (ITU T.81, B.2.2): SOF0 to SOF15 except DHT, JPG and DAC. */
async function sizeOfJpeg(bytes: FileBytes): Promise<ImageSize | undefined> {
  let at = 2;
  for (let segment = 0; segment < maxSegments; segment += 1) {
    const head = await bytes.read(at, 9);
    const marker = head[1] ?? 0;
    if (head.length < 4 || head[0] !== 0xff) return undefined;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return head.length < 9 ? undefined : { width: head.readUInt16BE(7), height: head.readUInt16BE(5) };
    }
    at += 2 + head.readUInt16BE(2);
  }
  return undefined;
}
