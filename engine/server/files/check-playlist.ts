import { isUtf8 } from 'node:buffer';
import { refusedField } from '../platform/http/refusal.ts';
import type { FileBytes } from './content/file-bytes.ts';
import { hasPageTag } from './content/holds-page.ts';
import { wrongContent } from './wrong-content.ts';

/** A playlist for a day of video has some 20,000 lines. */
const maxSize = 1024 * 1024;
/** The name of a file in the same folder, not a path or an address that a browser would fetch from elsewhere. */
const isName = (uri: string): boolean => /^[^/\\:?#<>]+$/.test(uri) && !/^\.+$/.test(uri);

/**
 * Checks an m3u8 playlist (RFC 8216): text of at most 1 MiB, with every segment the name of a file in the same folder (docs/hardening.md F16).
 * Refuses with 40000 anything but text, and a playlist that contains an address.
 */
export async function checkPlaylist(bytes: FileBytes): Promise<void> {
  if (bytes.size > maxSize) throw refusedField('chunk', '播放列表不能超过1M');
  const text = await bytes.read(0, bytes.size);
  if (hasPageTag(text.toString('latin1'))) throw wrongContent('m3u8');
  if (!isUtf8(text) || text.includes(0)) throw refusedField('chunk', '播放列表应为 UTF-8 文本');
  const lines = text.toString('utf8').split(/\r?\n/);
  const uris = lines.flatMap((line) =>
    line.startsWith('#') ? [...line.matchAll(/URI="([^"]*)"/g)].map(([, uri = '']) => uri) : [line.trim()],
  );
  if (uris.some((uri) => uri !== '' && !isName(decoded(uri)))) throw refusedField('chunk', '播放列表只能引用同一处的文件，不能引用地址');
}

function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
