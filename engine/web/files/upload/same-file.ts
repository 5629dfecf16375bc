import { chunkRange } from './chunk-plan.ts';
import type { Unfinished } from './unfinished-store.ts';

/**
 * Whether a file selected again is the one whose upload was started: of the same size, and with the same bytes in every chunk that has arrived. Its
 * name may have changed.
 */
export async function sameFile(
  file: Blob,
  { size, chunkSize, hashes }: Pick<Unfinished, 'size' | 'chunkSize' | 'hashes'>,
  hash: (blob: Blob) => Promise<string>,
): Promise<boolean> {
  if (file.size !== size) return false;
  for (const [index, known] of Object.entries(hashes)) {
    const { start, end } = chunkRange(Number(index), size, chunkSize);
    if ((await hash(file.slice(start, end))) !== known) return false;
  }
  return true;
}
