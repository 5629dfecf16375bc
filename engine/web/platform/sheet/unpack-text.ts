import type { ArchiveEntry } from './check-archive.ts';

const headerLength = 30;
const stored = 0;
const deflated = 8;

/** A file of an archive as text. Throws where it is damaged, or not as long as the directory says. */
export async function unpackText(bytes: Uint8Array<ArrayBuffer>, { at, packed, size, method }: ArchiveEntry): Promise<string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = at + headerLength + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  const content = bytes.subarray(start, start + packed);
  if (method === stored) return decode(content);
  if (method !== deflated) throw new Error(`compressed by method ${method}`);
  const whole = new Uint8Array(size);
  let filled = 0;
  const reader = new Blob([content]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    // Longer than promised: set throws.
    whole.set(value, filled);
    filled += value.length;
  }
  if (filled !== size) throw new Error('shorter than promised');
  return decode(whole);
}

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
