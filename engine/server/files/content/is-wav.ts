import type { FileBytes } from './file-bytes.ts';

const maxChunks = 1000;

/**
 * Whether a sound's chunks lead past its format to its data (Multimedia Programming Interface 1.0, "WAVE"). Interrupted recorders leave lengths that
 * are zero or too large, so the lengths of the file and of the data are not trusted.
 */
export async function isWav(bytes: FileBytes): Promise<boolean> {
  let hasFormat = false;
  for (let at = 12, chunks = 0; chunks < maxChunks; chunks += 1) {
    const head = await bytes.read(at, 8);
    const id = head.toString('latin1', 0, 4);
    if (head.length < 8 || !/^[ -~]{4}$/.test(id)) return false;
    if (id === 'data') return hasFormat;
    const length = head.readUInt32LE(4);
    hasFormat ||= id === 'fmt ' && length >= 14 && length <= 0x1_0000;
    at += 8 + length + (length % 2);
  }
  return false;
}
