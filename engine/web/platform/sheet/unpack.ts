import type { ArchiveEntry } from './check-archive.ts';

const headerLength = 30;
const stored = 0;
const deflated = 8;
/** Bytes. */
const piece = 64 * 1024;

/** A file of an archive. Throws where it is damaged, or not as long as the directory says. */
export async function unpack(bytes: Uint8Array<ArrayBuffer>, { at, packed, size, method }: ArchiveEntry): Promise<Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = at + headerLength + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  const content = bytes.subarray(start, start + packed);
  if (method === stored) return content;
  if (method !== deflated) throw new Error(`compressed by method ${method}`);
  const whole = new Uint8Array(size);
  let filled = 0;
  const { readable, writable } = new DecompressionStream('deflate-raw');
  // Reading fails of the same.
  write(writable, content).catch(() => undefined);
  const reader = readable.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    // Longer than promised: set throws.
    whole.set(value, filled);
    filled += value.length;
  }
  if (filled !== size) throw new Error('shorter than promised');
  return whole;
}

/** In pieces, each when the one before is unpacked: a stream unpacks what it is given at once. The stream of a Blob takes twice as long. */
async function write(stream: WritableStream<Uint8Array<ArrayBuffer>>, content: Uint8Array<ArrayBuffer>): Promise<void> {
  const writer = stream.getWriter();
  for (let at = 0; at < content.length; at += piece) await writer.write(content.subarray(at, at + piece));
  await writer.close();
}
