import type { ArchiveEntry } from './check-archive.ts';

const headerLength = 30;
const stored = 0;
const deflated = 8;
/** Bytes. */
const piece = 64 * 1024;

/** Unpacks a file of an archive. Throws if it is damaged, or if its length differs from the directory's. */
export async function unpack(bytes: Uint8Array<ArrayBuffer>, { at, packed, size, method }: ArchiveEntry): Promise<Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = at + headerLength + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  const content = bytes.subarray(start, start + packed);
  if (method === stored) return content;
  if (method !== deflated) throw new Error(`compressed by method ${method}`);
  const whole = new Uint8Array(size);
  let filled = 0;
  const { readable, writable } = new DecompressionStream('deflate-raw');
  // Reading fails with the same error.
  write(writable, content).catch(() => undefined);
  const reader = readable.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    // If it is longer than stated, `set` throws.
    whole.set(value, filled);
    filled += value.length;
  }
  if (filled !== size) throw new Error('shorter than promised');
  return whole;
}

/** Writes in pieces, each once the one before is unpacked: a stream unpacks everything it is given at once. A Blob's stream takes twice as long. */
async function write(stream: WritableStream<Uint8Array<ArrayBuffer>>, content: Uint8Array<ArrayBuffer>): Promise<void> {
  const writer = stream.getWriter();
  for (let at = 0; at < content.length; at += piece) await writer.write(content.subarray(at, at + piece));
  await writer.close();
}
