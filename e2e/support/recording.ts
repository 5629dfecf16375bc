import { unique } from './api.ts';

/** A recording of `megabytes` whose bytes no other test sends. */
export function recording(megabytes: number): Buffer {
  const bytes = Buffer.alloc(megabytes * 1024 * 1024, unique(''));
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.write('data', 36);
  bytes.writeUInt32LE(bytes.length - 44, 40);
  return bytes;
}
