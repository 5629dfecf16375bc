import type { JobKind } from '../platform/jobs/job-kind.ts';
import { blockSize, returnBlock, takeBlock } from '../platform/storage/block-pool.ts';
import type { ActiveHash } from '../platform/storage/hasher.ts';
import { readParts } from './read-parts.ts';
import type { StoreParts } from '../platform/storage/store-bytes.ts';
import { partsOf } from './upload-row.ts';

/** The kind of job that works out the hash of a whole file. */
export const hashUploadJob = 'hash-upload';

/**
 * Works out the SHA-256 of a file that came in several chunks, so that its owner need not send it again. Chunks come in
 * any order, so it can only be done when all are there, and nobody waits for it.
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
