import type { ByteRange } from './storage.ts';

/**
 * The single range of a Range header (RFC 9110, 14.2): `whole` if there is none, or one that may be ignored, such as
 * several at once; undefined if it contains no existing byte.
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'whole' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return 'whole';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? undefined : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return 'whole';
  return start >= size ? undefined : { start, end };
}
