import type { FileBytes } from './file-bytes.ts';

/** Tags that make a browser take bytes for a page (WHATWG MIME Sniffing, 7.1), where they stand first. */
const firstTag =
  /^[\s\0]*<(?:(?:!doctype\s+html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|svg|img)[\s/>]|!--|\?xml[\s>])/i;
/**
 * Those that stand in no image or sound by chance, wherever they are. A short one counts only with text behind it:
 * compressed bytes of some 30 MB hold four given letters between brackets once in ten thousand files.
 */
const anyTag = /<(?:(?:html|head|body)(?=[\s/>][\t\n\r -~]{6})|!doctype\s+html[\s>]|script[\s/>]|iframe[\s/>])/i;
/** Longest of those, with what must stand behind it. */
const overlap = 64;

/** Whether text, as Latin-1, begins as a page does. */
export const beginsPage = (text: string): boolean => firstTag.test(text);
/** Whether a tag of a page stands anywhere in the text. */
export const hasPageTag = (text: string): boolean => anyTag.test(text);

const blockSize = 256 * 1024;
/** Bytes that are looked at from either end. What lies between is samples, which nobody opens as a page without its beginning. */
const ends = 16 * 1024 * 1024;

/** Whether an image, a sound or a video has a page in it: looks at 16 MiB from either end, block by block. */
export async function holdsPage(bytes: FileBytes): Promise<boolean> {
  const [headEnd, tailStart] = [Math.min(ends, bytes.size), Math.max(ends, bytes.size - ends)];
  return (await holdsPageWithin(bytes, 0, headEnd)) || (tailStart < bytes.size && holdsPageWithin(bytes, tailStart - overlap, bytes.size));
}

async function holdsPageWithin(bytes: FileBytes, from: number, to: number): Promise<boolean> {
  for (let at = Math.max(0, from); at < to; at += blockSize) {
    if (hasPageTag((await bytes.read(at, blockSize + overlap)).toString('latin1'))) return true;
  }
  return false;
}
