import { uploadTexts } from '@back-office/contract/calls/file.ts';
import { refusedField } from '../platform/http/refusal.ts';
import { checkPlaylist } from './check-playlist.ts';
import type { FileBytes } from './content/file-bytes.ts';
import { fitsType } from './content/fits-type.ts';
import { fileKinds } from './content/file-kinds.ts';
import { type ImageSize, readImageSize } from './read-image-size.ts';
import { oleEntries } from './ole-entries.ts';
import { wrongContent } from './wrong-content.ts';
import { zipEntries } from './zip-entries.ts';

/** The most pixels of an image: memory for decoding depends on pixels, not bytes. */
const maxPixels = 50_000_000;

/** How many bytes show whether a file begins like its type: a PDF may begin with lines of a printer. */
export const sniffedBytes = (type: string): number => (fileKinds[type]?.content === 'pdf' ? 1024 : 16);

/** Whether the first bytes match the type; a few bytes are enough to rule it out. */
export function beginsLike(type: string, head: Buffer): boolean {
  const starts = (...bytes: number[]): boolean => head.subarray(0, bytes.length).equals(Buffer.from(bytes));
  const text = (at: number, length: number): string => head.toString('latin1', at, at + length);
  const isOle = starts(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1);
  switch (fileKinds[type]?.content) {
    case 'jpeg':
      return starts(0xff, 0xd8, 0xff);
    case 'png':
      return starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
    case 'ico':
      // An icon, not a cursor, with at least one image.
      return starts(0, 0, 1, 0) && head.length > 6 && head.readUInt16LE(4) > 0;
    case 'pdf':
      return head.subarray(0, 1024).includes('%PDF-');
    case 'wav':
      return text(0, 4) === 'RIFF' && text(8, 4) === 'WAVE';
    case 'mp4':
      return text(4, 4) === 'ftyp';
    case 'flv':
      return starts(0x46, 0x4c, 0x56, 0x01);
    case 'm3u8':
      return /^#EXTM3U(?:[ \t\r\n]|$)/.test(text(0, 8));
    case 'ts':
      // Packets of 188 bytes, each of which begins with 0x47.
      return [0, 188, 376].every((at) => at >= head.length || head[at] === 0x47);
    case 'mp3':
      // A tag, or a frame header: eleven bits set, and no reserved version or layer.
      return text(0, 3) === 'ID3' || (head[0] === 0xff && ((head[1] ?? 0) & 0xe6) > 0xe0 && ((head[1] ?? 0) & 0x18) !== 0x08);
    case 'zip':
      // A password-protected document is stored in the older compound file format.
      return starts(0x50, 0x4b, 0x03, 0x04) || isOle;
    case 'ole':
      return isOle;
    case undefined:
      return false;
  }
}

/**
 * Checks a whole file against its extension (docs/hardening.md D12 to D14). Refuses with 40000 a file that readers of its type would reject or that
 * is also of another type, an Office document with macros under an extension without them or that unpacks to too much, and an image with too many
 * pixels or none. Returns the size of an image.
 */
export async function checkContent(type: string, bytes: FileBytes): Promise<ImageSize | undefined> {
  const head = await bytes.read(0, 1024);
  const kind = fileKinds[type];
  if (kind === undefined || !beginsLike(type, head) || !(await fitsType(kind.content, bytes))) throw wrongContent(type);
  if (kind.entries !== undefined) await checkEntries(type, kind.content, kind.entries, head, bytes);
  if (kind.content === 'm3u8') await checkPlaylist(bytes);
  if (kind.content !== 'png' && kind.content !== 'jpeg') return undefined;
  const size = await readImageSize(kind.content, bytes);
  if (size === undefined) return undefined;
  if (size.width === 0 || size.height === 0) throw wrongContent(type);
  if (size.width * size.height > maxPixels) throw refusedField('chunk', `图片不能超过 ${maxPixels / 10_000} 万像素`);
  return size;
}

async function checkEntries(type: string, content: string, wanted: readonly string[], head: Buffer, bytes: FileBytes): Promise<void> {
  if (head[0] === 0xd0) {
    const names = await oleEntries(bytes);
    const locked = content === 'zip' ? ['EncryptedPackage'] : wanted;
    if (!locked.some((name) => names.includes(name))) throw wrongContent(type);
    return;
  }
  const names = await zipEntries(bytes);
  if (!names.includes('[Content_Types].xml') || !wanted.some((name) => names.includes(name))) throw wrongContent(type);
  if (names.some((name) => /vbaProject/i.test(name))) throw refusedField('chunk', uploadTexts.macros);
}
