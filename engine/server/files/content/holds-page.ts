import type { FileBytes } from './file-bytes.ts';

/** Tags that make a browser treat the bytes as a page (WHATWG MIME Sniffing, 7.1) at the beginning of a file. */
const firstTag =
  /^[\s\0]*<(?:(?:!doctype\s+html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|svg|img)[\s/>]|!--|\?xml[\s>])/i;
/**
 * Tags that no image or sound contains by chance, anywhere in the file. A short one counts only with text after it: compressed bytes of some 30 MB
 * contain four given letters between brackets once in ten thousand files.
 */
const anyTag = /<(?:(?:html|head|body)(?=[\s/>][\t\n\r -~]{6})|!doctype\s+html[\s>]|script[\s/>]|iframe[\s/>])/i;
/** The length of the longest of these tags, with the text that must follow it. */
const overlap = 64;

/** Whether text, as Latin-1, begins like a page. */
export const beginsPage = (text: string): boolean => firstTag.test(text);
/** Whether the text contains a tag of a page anywhere. */
export const hasPageTag = (text: string): boolean => anyTag.test(text);

const blockSize = 256 * 1024;
/** Bytes searched at either end. Between them are samples, which nobody opens as a page without its beginning. */
const ends = 16 * 1024 * 1024;

/** Whether an image, a sound or a video contains a page: searches 16 MiB at either end, block by block. */
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
