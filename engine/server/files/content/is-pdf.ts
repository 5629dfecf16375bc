import type { FileBytes } from './file-bytes.ts';
import { beginsPage, hasPageTag } from './holds-page.ts';

/** How far from the start, and from the end, a reader looks for objects and for the end mark. */
const reach = 1024 * 1024;
/** A page where an object should begin. */
const tagForObject = /(?:endobj|endstream|%%EOF)\s*(?:%[^\r\n]*[\r\n]\s*)*<(?:!doctype|html|head|body|script|iframe|svg|img)[\s/>]/i;

/**
 * Whether a PDF has an object after its header and an end mark (ISO 32000-1, 7.5), and no page where objects should be. Up to 1024 bytes may precede
 * the header, as printers write them; anything but a page may follow the end. Streams are not searched: forms and annotations contain text with tags.
 */
export async function isPdf(bytes: FileBytes): Promise<boolean> {
  const head = (await bytes.read(0, reach)).toString('latin1');
  const start = head.indexOf('%PDF-');
  if (start < 0 || start >= 1024) return false;
  const object = /\d\s+\d+\s+obj\b/.exec(head.slice(start));
  if (object === null) return false;
  const before = [head.slice(0, start), head.slice(start, start + object.index)];
  if (before.some((text) => beginsPage(text) || hasPageTag(text))) return false;
  const tail = (await bytes.read(Math.max(0, bytes.size - reach), reach)).toString('latin1');
  const [end, mark] = [tail.lastIndexOf('%%EOF'), tail.lastIndexOf('startxref')];
  if (end < 0 && mark < 0) return false;
  const after = end < 0 ? tail.slice(mark + 9) : tail.slice(end + 5);
  return !beginsPage(after) && !hasPageTag(after) && !tagForObject.test(head) && !tagForObject.test(tail);
}
