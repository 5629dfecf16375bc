import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { limits } from '@back-office/contract/limits.ts';
import type { Context } from '../crud/context.ts';
import { otherRequest } from '../identity/session/once.ts';
import { newId } from '../platform/database/new-id.ts';
import { ago } from '../platform/database/now.ts';
import { checkQuota, lockQuota } from './check-quota.ts';
import { tooLarge, type StoredChunk } from './place-part.ts';
import { checkCount } from './write-file.ts';

/**
 * Begins an upload with its first chunk, in the context's transaction, and returns its id. A repeated idempotency key returns the upload begun with
 * it; with another file, place or content it is refused with 40000, since only the name and place in this form were checked. Refuses with 42900 or 41300
 * beyond the quota of unfinished uploads.
 */
export async function beginUpload(
  context: Context,
  file: { name: string; type: string },
  { place, totalChunks, currentChunk, bytes }: StoredChunk,
  requestKey: string | undefined,
): Promise<string> {
  const { db, user } = context;
  const key = requestKey === undefined ? null : createHash('sha256').update(requestKey).digest();
  const { otcId, otcType, fileSource, fileAlias } = place;
  const named = { fileName: file.name, fileType: file.type, otcId, otcType, fileSource, fileAlias, totalChunks };
  await lockQuota(context);
  if (key !== null) await dropOld(context, key);
  const existing = key === null ? undefined : await findByKey(context, key);
  if (existing !== undefined) {
    const { id, ...before } = existing;
    if (!isDeepStrictEqual(before, named) || (await isOtherPart(context, id, currentChunk, bytes.hash))) throw otherRequest();
    return id;
  }
  const isLast = currentChunk >= totalChunks - 1;
  if (!isLast && bytes.size * (totalChunks - 1) > limits.upload.maxSize) throw tooLarge();
  await checkQuota(context, { uploads: 1, bytes: bytes.size });
  await checkCount(context, place);
  const id = newId();
  await db
    .insertInto('sys_upload')
    .values({ ...named, id, sysUserId: user.userId, requestKey: key })
    .execute();
  return id;
}

/** A day after its upload was finished, a key may be used again, as with every call. */
async function dropOld({ db, user }: Context, key: Buffer): Promise<void> {
  await db
    .updateTable('sys_upload')
    .set({ requestKey: null })
    .where('sysUserId', '=', user.userId)
    .where('requestKey', '=', key)
    .where('finishTime', '<', ago('24 hours'))
    .execute();
}

/** Whether a finished upload, which takes no more chunks, was made of other bytes. */
async function isOtherPart({ db }: Context, id: string, idx: number, hash: Buffer): Promise<boolean> {
  const part = await db
    .selectFrom('sys_upload_part as p')
    .innerJoin('sys_upload as u', 'u.id', 'p.sysUploadId')
    .select('p.partHash')
    .where('u.id', '=', id)
    .where('u.finishTime', 'is not', null)
    .where('p.idx', '=', idx)
    .executeTakeFirst();
  return part !== undefined && !part.partHash.equals(hash);
}

async function findByKey({ db, user }: Context, key: Buffer) {
  return db
    .selectFrom('sys_upload')
    .select(['id', 'fileName', 'fileType', 'otcId', 'otcType', 'fileSource', 'fileAlias', 'totalChunks'])
    .where('sysUserId', '=', user.userId)
    .where('requestKey', '=', key)
    .executeTakeFirst();
}
