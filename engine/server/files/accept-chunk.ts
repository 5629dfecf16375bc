import type { FileRecord, UploadState } from '@back-office/contract/calls/file.ts';
import { isId } from '@back-office/contract/resource/field-schema.ts';
import { limits } from '@back-office/contract/limits.ts';
import type { FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Context } from '../crud/context.ts';
import { OutcomeUnknown } from '../platform/database/database-errors.ts';
import type { Tables } from '../platform/database/tables.ts';
import { Refusal, refusedField } from '../platform/http/refusal.ts';
import { withRights } from '../identity/session/with-rights.ts';
import { beginUpload } from './begin-upload.ts';
import { beginsLike, checkContent, sniffedBytes } from './check-content.ts';
import { readFileName } from './read-file-name.ts';
import type { FileParts } from './file-parts.ts';
import { findFiles, recordOf } from './file-record.ts';
import { type CheckedContent, type Placed, placePart, type StoredChunk, tooLarge, Unchecked } from './place-part.ts';
import { bytesOfParts } from './read-parts.ts';
import { receiveForm } from './receive-form.ts';
import { isKnownRecord, type Owner, reachesRecord } from './record-reach.ts';
import { removeBytes, type StoredBytes, storeBytes } from '../platform/storage/store-bytes.ts';
import { readUploadFields } from './upload-fields.ts';
import { findUpload } from './upload-row.ts';
import { wrongContent } from './wrong-content.ts';

/** The target that a chunk's file name gives: an existing upload, or the name of a new file. */
type Target = { readonly uploadId: string } | { readonly name: string; readonly type: string };

/**
 * POST upload: receives one chunk and answers with the chunks received so far, or with the file when all are there (docs/wire.md "Files"). The bytes
 * are on disk before a row refers to them, and the bytes of a refused chunk are removed.
 */
export async function acceptChunk(parts: FileParts, request: FastifyRequest): Promise<UploadState | FileRecord> {
  const context = parts.contextOf(parts.db, request);
  const unnamed = new UnnamedBytes(parts);
  try {
    const { fields, taken } = await receiveForm(request, limits.upload.chunkSize, async ({ fileName = '', body }) => {
      const target = await targetOf(context, fileName);
      await parts.storage.makeSure(Math.min(Number(request.headers['content-length'] ?? 0), limits.upload.chunkSize));
      return { target, bytes: await unnamed.store(body) };
    });
    const chunk: StoredChunk = { ...readUploadFields(fields), bytes: taken.bytes };
    checkBytes(chunk);
    const placed = await place(parts, request, taken.target, chunk);
    if (placed.used) unnamed.keep();
    return await answerOf(parts, context, placed, chunk);
  } catch (error) {
    // The row that names the bytes may be stored; if it is not, they are still in the trash.
    if (error instanceof OutcomeUnknown) unnamed.keep();
    throw error;
  } finally {
    await unnamed.remove();
  }
}

/** The bytes of a chunk, as long as no row names them. */
class UnnamedBytes {
  readonly #parts: FileParts;
  #key: string | undefined;

  constructor(parts: FileParts) {
    this.#parts = parts;
  }

  async store(body: AsyncIterable<Uint8Array>): Promise<StoredBytes> {
    const bytes = await storeBytes(this.#parts, body, (size) => {
      if (size > limits.upload.chunkSize) throw tooLarge();
    });
    this.#key = bytes.key;
    return bytes;
  }

  /** A row names them, or may. */
  keep(): void {
    this.#key = undefined;
  }

  async remove(): Promise<void> {
    if (this.#key !== undefined) await removeBytes(this.#parts, this.#key).catch(() => undefined);
  }
}

async function targetOf({ db, user }: Context, fileName: string): Promise<Target> {
  const [id = '', ...rest] = fileName.split('|');
  if (rest.length === 0 || !isId(id)) return readFileName(fileName);
  // Checked before the bytes are read: a chunk for another user's upload must not take any space.
  const upload = await findUpload(db, user.userId, id);
  if (upload === undefined) throw new Refusal('gone');
  if (readFileName(rest.join('|')).name !== upload.fileName) throw refusedField('chunk', '文件名与首个分片不一致');
  return { uploadId: id.toLowerCase() };
}

function checkBytes({ bytes, chunkHash }: StoredChunk): void {
  if (bytes.size === 0) throw refusedField('chunk', '文件内容为空');
  if (chunkHash !== undefined && !chunkHash.equals(bytes.hash)) throw refusedField('chunkHash', '分片校验失败，请重新上传');
}

interface PlacedUpload extends Placed {
  readonly uploadId: string;
}

/** Stores the chunk in its upload; when the file would be complete, checks the whole content against its type first. */
async function place(parts: FileParts, request: FastifyRequest, target: Target, chunk: StoredChunk): Promise<PlacedUpload> {
  await checkStart(parts, parts.contextOf(parts.db, request), target, chunk);
  const attempt = (content?: CheckedContent): Promise<PlacedUpload> =>
    withRights(parts.db, request, async (db) => {
      const context = parts.contextOf(db, request);
      await checkTarget(parts, context, target, chunk);
      const key = request.headers['idempotency-key'];
      const uploadId =
        'uploadId' in target ? target.uploadId : await beginUpload(context, target, chunk, typeof key === 'string' ? key : undefined);
      return { ...(await placePart(context, uploadId, chunk, content)), uploadId };
    });
  for (let content: CheckedContent | undefined; ;) {
    try {
      return await attempt(content);
    } catch (error) {
      if (!(error instanceof Unchecked)) throw error;
      const type = 'uploadId' in target ? await typeOf(parts, request, target.uploadId) : target.type;
      const whole = bytesOfParts(parts.storage, error.parts);
      content = {
        parts: error.parts,
        size: await checkContent(type, whole).catch((issue: unknown) => discardRefused(parts, target, issue)),
      };
    }
  }
}

/** Before any row is written, checks the type that the first chunk shows, and whether the user may attach a file to the record. */
async function checkStart(parts: FileParts, context: Context, target: Target, chunk: StoredChunk): Promise<void> {
  await checkTarget(parts, context, target, chunk);
  if ('uploadId' in target || chunk.currentChunk > 0) return;
  const head = await bytesOfParts(parts.storage, [{ partSize: chunk.bytes.size, storageKey: chunk.bytes.key }]).read(0, 1024);
  // A first chunk may be too short to show its type; the whole file is checked at the end.
  if ((head.length >= sniffedBytes(target.type) || chunk.totalChunks === 1) && !beginsLike(target.type, head))
    throw wrongContent(target.type);
}

/** Whether the file may be attached to its record: checked before the upload and again when it completes. */
async function checkTarget(parts: FileParts, context: Context, target: Target, chunk: StoredChunk): Promise<void> {
  const owner = 'uploadId' in target ? await findUpload(context.db, context.user.userId, target.uploadId) : chunk.place;
  if (owner === undefined) throw new Refusal('gone');
  await checkOwner(parts, context, owner);
}

/** Refuses with 40400 if the owner is a record that is gone or that this user may not change. */
export async function checkOwner({ reach }: FileParts, context: Context, owner: Owner): Promise<void> {
  if (isKnownRecord(context, owner) && !(await reachesRecord(context, owner, 'change', reach))) throw new Refusal('gone');
}

async function typeOf(parts: FileParts, request: FastifyRequest, uploadId: string): Promise<string> {
  const { user } = parts.contextOf(parts.db, request);
  const upload = await findUpload(parts.db, user.userId, uploadId);
  if (upload === undefined) throw new Refusal('gone');
  return upload.fileType;
}

/** An upload whose content is refused can never succeed: it is deleted together with its bytes. */
async function discardRefused({ db }: { db: Kysely<Tables> }, target: Target, issue: unknown): Promise<never> {
  if (issue instanceof Refusal && 'uploadId' in target)
    await db.deleteFrom('sys_upload').where('id', '=', target.uploadId).where('finishTime', 'is', null).execute();
  throw issue;
}

async function answerOf(parts: FileParts, context: Context, placed: PlacedUpload, chunk: StoredChunk): Promise<UploadState | FileRecord> {
  const { uploadId, received, fileId } = placed;
  if (fileId === null) return { id: uploadId, totalChunks: chunk.totalChunks, received };
  const [file] = await findFiles(parts.db, sql`t.id = ${fileId}::uuid`, 1);
  if (file === undefined) throw new Refusal('gone');
  return recordOf(parts, context, file);
}
