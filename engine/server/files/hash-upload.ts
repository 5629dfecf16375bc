import type { JobKind } from '../platform/jobs/job-kind.ts';
import { blockSize, returnBlock, takeBlock } from '../platform/storage/block-pool.ts';
import type { ActiveHash } from '../platform/storage/hasher.ts';
import { readParts } from './read-parts.ts';
import type { StoreParts } from '../platform/storage/store-bytes.ts';
import { partsOf } from './upload-row.ts';

/** The job that computes the hash of a whole file. */
export const hashUploadJob = 'hash-upload';

/**
 * Computes the SHA-256 of a file that arrived in several chunks, so that its owner need not upload it again. Chunks arrive in any order, so this is
 * done when all are there, in the background.
 */
export const hashUpload = (parts: StoreParts): JobKind<{ id: string }> => ({
  name: hashUploadJob,
  title: '校验上传的文件',
  run: async ({ payload, signal }) => {
    const hash = await hashOf(parts, payload.id, signal);
    await parts.db.updateTable('sys_upload').set({ fileHash: hash }).where('id', '=', payload.id).where('fileHash', 'is', null).execute();
  },
});

async function hashOf({ db, storage, hasher }: StoreParts, uploadId: string, signal: AbortSignal): Promise<Buffer> {
  const rows = await partsOf(db, uploadId);
  const hash = hasher.begin();
  const block = takeBlock();
  try {
    for (const row of rows) {
      for await (const chunk of await readParts(storage, [row], { start: 0, end: row.partSize - 1 })) {
        signal.throwIfAborted();
        await update(hash, block, chunk as Buffer);
      }
    }
    return await hash.digest();
  } catch (error) {
    hash.drop();
    throw error;
  } finally {
    returnBlock(block);
  }
}

async function update(hash: ActiveHash, block: Uint8Array, chunk: Buffer): Promise<void> {
  for (let at = 0; at < chunk.length; at += blockSize) {
    const piece = chunk.subarray(at, at + blockSize);
    block.set(piece);
    await hash.update(block.subarray(0, piece.length));
  }
}
