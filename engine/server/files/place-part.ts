import { limits } from '@back-office/contract/limits.ts';
import { uploadTexts } from '@back-office/contract/calls/file.ts';
import type { Context } from '../crud/context.ts';
import { conflict, Refusal, refusedField } from '../platform/http/refusal.ts';
import { checkQuota, lockQuota } from './check-quota.ts';
import type { ImageSize } from './read-image-size.ts';
import { claimBytes, type StoredBytes } from '../platform/storage/store-bytes.ts';
import type { ChunkFields } from './upload-fields.ts';
import { findUpload, partsOf, type PartRow, type UploadRow } from './upload-row.ts';
import { writeFile } from './write-file.ts';
import { now } from '../platform/database/now.ts';

/** A chunk in the storage, and the fields of its form. */
export interface StoredChunk extends ChunkFields {
  readonly bytes: StoredBytes;
}

/** The whole file was checked against its type: the parts that were checked, and the size of an image. */
export interface CheckedContent {
  readonly parts: readonly PartRow[];
  readonly size: ImageSize | undefined;
}

/** The result for a chunk. */
export interface Placed {
  /** True if the stored bytes are now part of the upload; false if the chunk was there already. */
  readonly used: boolean;
  readonly received: number[];
  /** The file, once the upload is complete. */
  readonly fileId: string | null;
}

/** Thrown when the file would be complete but its content has not been checked: `parts` are all chunks, including the new one. */
export class Unchecked extends Error {
  readonly parts: readonly PartRow[];
  constructor(parts: readonly PartRow[]) {
    super('The content has not been checked');
    this.parts = parts;
  }
}

export const tooLarge = (): Refusal => new Refusal('tooLarge', { message: uploadTexts.size(limits.upload.maxSize / 1024 ** 2) });

/**
 * Adds a chunk to its upload, once, and with the last one creates the file, in the context's transaction. The same chunk again changes nothing; other
 * bytes for it are a conflict. Chunks of one upload are serialised here, since each locks the upload. Throws `Unchecked` instead of creating a file
 * without `content`.
 */
export async function placePart(context: Context, uploadId: string, chunk: StoredChunk, content?: CheckedContent): Promise<Placed> {
  const { db, user } = context;
  await lockQuota(context);
  const upload = await findUpload(db, user.userId, uploadId, { lock: true });
  if (upload === undefined) throw new Refusal('gone');
  const parts = await partsOf(db, upload.id);
  const existing = parts.find(({ idx }) => idx === chunk.currentChunk);
  const same = existing?.partHash.equals(chunk.bytes.hash) === true;
  if (upload.finished) {
    // The answer to the last chunk was lost. Any other chunk is refused, as the upload has ended.
    if (!same || upload.sysFileId === null) throw new Refusal('gone');
    return { used: false, received: parts.map(({ idx }) => idx), fileId: upload.sysFileId };
  }
  checkFields(upload, chunk, parts);
  if (existing !== undefined) {
    if (!same) throw conflict({ conflict: 'unique', fields: ['currentChunk'] }, '该分片已上传，且内容不同');
    return { used: false, received: parts.map(({ idx }) => idx), fileId: null };
  }
  const all = [...parts, rowOf(chunk)].toSorted((one, other) => one.idx - other.idx);
  if (sizeOf(all) > limits.upload.maxSize) throw tooLarge();
  const complete = all.length === upload.totalChunks;
  if (complete && !isContentOf(content, all)) throw new Unchecked(all);
  // With its last chunk the upload is no longer an unfinished one.
  if (!complete) await checkQuota(context, { uploads: 0, bytes: chunk.bytes.size });
  await insertPart(context, upload.id, chunk);
  const fileId = complete ? await writeFile(context, upload, all, content?.size) : null;
  return { used: true, received: all.map(({ idx }) => idx), fileId };
}

/** Whether these are the parts that were checked: meanwhile the key may belong to another upload. */
const isContentOf = (content: CheckedContent | undefined, all: readonly PartRow[]): boolean =>
  content?.parts.length === all.length && all.every(({ storageKey }, at) => content.parts[at]?.storageKey === storageKey);

const sizeOf = (parts: readonly PartRow[]): number => parts.reduce((sum, { partSize }) => sum + partSize, 0);

const rowOf = ({ currentChunk, bytes }: StoredChunk): PartRow => ({
  idx: currentChunk,
  partSize: bytes.size,
  partHash: bytes.hash,
  storageKey: bytes.key,
});

/** The fields of a later chunk must equal those of the first. */
function checkFields(upload: UploadRow, chunk: StoredChunk, parts: readonly PartRow[]): void {
  if (chunk.totalChunks !== upload.totalChunks) throw refusedField('totalChunks', 'totalChunks 与首个分片不一致');
  for (const name of chunk.sentFields) {
    if (chunk.place[name] !== upload[name]) throw refusedField(name, `${name} 与首个分片不一致`);
  }
  // Counted from 0 or from 1: the number 0 or `totalChunks` shows which, and an upload cannot have both.
  const other = chunk.currentChunk === 0 ? upload.totalChunks : chunk.currentChunk === upload.totalChunks ? 0 : undefined;
  if (parts.some(({ idx }) => idx === other)) throw refusedField('currentChunk', `currentChunk 应为 0 到 ${upload.totalChunks - 1} 的整数`);
}

async function insertPart({ db }: Context, uploadId: string, { currentChunk, bytes }: StoredChunk): Promise<void> {
  // The bytes were cleared as trash, a day after they were stored.
  if (!(await claimBytes(db, bytes.key))) throw new Refusal('unavailable', { retryAfter: 1 });
  const { size: partSize, hash: partHash, key: storageKey } = bytes;
  await db.insertInto('sys_upload_part').values({ sysUploadId: uploadId, idx: currentChunk, partSize, partHash, storageKey }).execute();
  await db.updateTable('sys_upload').set({ touchTime: now }).where('id', '=', uploadId).execute();
}
