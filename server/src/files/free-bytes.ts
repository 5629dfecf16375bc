/**
 * Frees the memory of bytes that nobody reads any more, at once. The garbage collector would find them only after it has
 * gone through everything else, and 16,000 of them come with a gigabyte: looking for them was a third of an upload's
 * work (docs/decisions/0010-files.md). Bytes that lie in a buffer with others are left alone.
 */
export function freeBytes(bytes: Uint8Array): void {
  const { buffer } = bytes;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength) buffer.transfer(0);
}
