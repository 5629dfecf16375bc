/**
 * Frees the memory of a buffer that nobody reads any more, at once. The garbage collector would find it only after a
 * full pass, and a gigabyte brings 16,000 of them: collecting them was a third of an upload's work
 * (docs/decisions/0010-files.md). Bytes that share a buffer with others are left alone.
 */
export function freeBytes(bytes: Uint8Array): void {
  const { buffer } = bytes;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength) buffer.transfer(0);
}
