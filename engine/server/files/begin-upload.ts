import { createHash } from 'node:crypto';
import { limits } from '@back-office/contract/limits.ts';
import { sql } from 'kysely';
import type { Context } from '../crud/context.ts';
import { newId } from '../platform/database/new-id.ts';
import { checkQuota, lockQuota } from './check-quota.ts';
import { tooLarge, type StoredChunk } from './place-part.ts';
import { checkCount } from './write-file.ts';

/**
 * Begins an upload with its first chunk, in the context's transaction; gives its id. The same key as before gives the
 * upload that was begun with it. 42900 and 41300 for more than one person may leave unfinished.
 */
export async function beginUpload(
  context: Context,
  file: { name: string; type: string },
  { place, totalChunks, currentChunk, bytes }: StoredChunk,
  requestKey: string | undefined,
): Promise<string> {
  const { db, user } = context;
  const key = requestKey === undefined ? null : createHash('sha256').update(requestKey).digest();
  await lockQuota(context);
  const begun = key === null ? undefined : await findByKey(context, key);
  if (begun !== undefined) return begun;
  const isLast = currentChunk >= totalChunks - 1;
  if (!isLast && bytes.size * (totalChunks - 1) > limits.upload.maxSize) throw tooLarge();
  await checkQuota(context, { uploads: 1, bytes: bytes.size });
  await checkCount(context, place);
  const id = newId();
  await sql`
    INSERT INTO sys_upload (id, sys_user_id, file_name, file_type, total_chunks, otc_id, otc_type, file_source, file_alias, request_key)
    VALUES (${id}, ${user.userId}::uuid, ${file.name}, ${file.type}, ${totalChunks}, ${place.otcId}, ${place.otcType}, ${place.fileSource},
      ${place.fileAlias}, ${key})`.execute(db);
  return id;
}

async function findByKey({ db, user }: Context, key: Buffer): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM sys_upload WHERE sys_user_id = ${user.userId}::uuid AND request_key = ${key}`.execute(db);
  return rows[0]?.id;
}
