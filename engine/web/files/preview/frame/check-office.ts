import { isSafeArchive } from '../../../platform/sheet/check-archive.ts';
import { CannotDraw } from './start.ts';

/** Throws where an office document is not an archive, or would unpack to more than a document needs. */
export function checkOffice(bytes: ArrayBuffer): void {
  const head = new Uint8Array(bytes, 0, Math.min(4, bytes.byteLength));
  // An old container: a document of before 2007 under a new name, or one that a password protects.
  if (head[0] === 0xd0 && head[1] === 0xcf) throw new CannotDraw('文件已加密或为旧版格式，请下载后查看');
  if (head[0] !== 0x50 || head[1] !== 0x4b) throw new Error('no archive');
  if (!isSafeArchive(new Uint8Array(bytes))) throw new CannotDraw('文件解压后过大，无法在线预览，请下载后查看');
}
