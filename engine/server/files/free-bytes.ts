/**
 * Frees the memory of a buffer that is no longer read, at once. The garbage collector would free it only in a full pass, and a gigabyte brings 16,000
 * of them: collecting them was a third of the work of an upload (docs/decisions/0010-files.md). Bytes that share a buffer with others are left alone.
 */
export function freeBytes(bytes: Uint8Array): void {
  const { buffer } = bytes;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength) buffer.transfer(0);
}
