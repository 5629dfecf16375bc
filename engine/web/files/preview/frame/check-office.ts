import { isSafeArchive } from '../../../platform/sheet/check-archive.ts';
import { RenderError } from './start.ts';

/** Throws if an office document is not a ZIP archive, or would unpack to more than a document needs. */
export function checkOffice(bytes: ArrayBuffer): void {
  const head = new Uint8Array(bytes, 0, Math.min(4, bytes.byteLength));
  // An OLE container: a document from before 2007 under a new extension, or a password-protected one.
  if (head[0] === 0xd0 && head[1] === 0xcf) throw new RenderError('文件已加密或为旧版格式，请下载后查看');
  if (head[0] !== 0x50 || head[1] !== 0x4b) throw new Error('no archive');
  if (!isSafeArchive(new Uint8Array(bytes))) throw new RenderError('文件解压后过大，无法在线预览，请下载后查看');
}
