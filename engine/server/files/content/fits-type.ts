import type { FileKind } from './file-kinds.ts';
import { endsAsArchive } from './ends-as-archive.ts';
import { type FileBytes, readAhead } from './file-bytes.ts';
import { holdsPage } from './holds-page.ts';
import { isFlv } from './is-flv.ts';
import { isIco } from './is-ico.ts';
import { isJpeg } from './is-jpeg.ts';
import { isMp3 } from './is-mp3.ts';
import { isMp4 } from './is-mp4.ts';
import { isPdf } from './is-pdf.ts';
import { isPng } from './is-png.ts';
import { isTs } from './is-ts.ts';
import { isWav } from './is-wav.ts';

type Parser = (bytes: FileBytes) => Promise<boolean>;

const parsers: Partial<Record<FileKind['content'], Parser>> = {
  jpeg: isJpeg,
  png: isPng,
  ico: isIco,
  pdf: isPdf,
  mp3: isMp3,
  wav: isWav,
  mp4: isMp4,
  flv: isFlv,
  ts: isTs,
};

/**
 * Whether an image, a PDF, a sound or a video is acceptable to a reader of its type, and is not also a page or an archive (docs/hardening.md D12,
 * D13). True for Office documents, whose directories are checked elsewhere. Follows the file's structure from part to part, and never reads a large
 * file whole.
 */
export async function fitsType(content: FileKind['content'], bytes: FileBytes): Promise<boolean> {
  const parser = parsers[content];
  if (parser === undefined) return true;
  if (!(await parser(readAhead(bytes))) || (await endsAsArchive(bytes))) return false;
  // The streams of a PDF may legitimately contain text with tags.
  return content === 'pdf' || !(await holdsPage(bytes));
}
