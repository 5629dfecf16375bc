import { uploadTexts } from '@back-office/contract/calls/file.ts';
import { limits } from '@back-office/contract/limits.ts';
import { sql } from 'kysely';
import type { Context } from '../crud/context.ts';
import { newId } from '../platform/database/new-id.ts';
import { refusedField } from '../platform/http/refusal.ts';
import { addJob } from '../platform/jobs/job-store.ts';
import { fileResource } from './file-rights.ts';
import { hashUploadJob } from './hash-upload.ts';
import type { ImageSize } from './image-size.ts';
import { isRecord, type Owner } from './record-reach.ts';
import type { PartRow, UploadRow } from './upload-row.ts';

type Bytes = Pick<UploadRow, 'id' | 'fileName' | 'fileType' | 'otcId' | 'otcType' | 'fileSource' | 'fileAlias'>;

/** Ends an upload whose parts are all there: it becomes a file, in the transaction of the last part. Gives the file's id. */
export async function writeFile(
  context: Context,
  upload: UploadRow,
  parts: readonly PartRow[],
  picture: ImageSize | undefined,
): Promise<string> {
  const size = parts.reduce((sum, { partSize }) => sum + partSize, 0);
  const fileId = await insertFile(context, upload, size);
  const [only] = parts;
  await sql`
    UPDATE sys_upload SET finish_time = now(), sys_file_id = ${fileId}::uuid, file_size = ${size},
      file_hash = ${parts.length === 1 ? (only?.partHash ?? null) : null}, width = ${picture?.width ?? null}, height = ${picture?.height ?? null}
    WHERE id = ${upload.id}::uuid`.execute(context.db);
  if (parts.length > 1) await addJob(context.db, { kind: hashUploadJob, payload: { id: upload.id }, key: upload.id });
  return fileId;
}

/** Makes a file of an upload's bytes, and tells the operation log. '文件超出限制！' when its record has nine already. */
export async function insertFile(context: Context, upload: Bytes, size: number): Promise<string> {
  const { db, user } = context;
  await checkCount(context, upload);
  const id = newId();
  await sql`
    INSERT INTO sys_file (id, file_name, file_type, file_alias, file_size, otc_id, otc_type, file_source, sys_upload_id, create_user, update_user)
    VALUES (${id}, ${upload.fileName}, ${upload.fileType}, ${upload.fileAlias}, ${size}, ${upload.otcId}, ${upload.otcType}, ${upload.fileSource},
      ${upload.id}::uuid, ${user.userId}::uuid, ${user.userId}::uuid)`.execute(db);
  await context.record(context, [{ resource: context.resourceOf(fileResource), type: '上传', id, target: upload.fileName, fields: [] }]);
  return id;
}

/** Refuses a tenth file of one place, counting one after the other. What hangs on nothing is not counted. */
export async function checkCount({ db, user, ...context }: Context, { otcId, otcType }: Owner, more = 1): Promise<void> {
  if (otcId === null) return;
  const owner = isRecord(context, { otcId, otcType }) ? sql`true` : sql`create_user = ${user.userId}::uuid`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`files of ${otcType ?? ''} ${otcId}`}, 0))`.execute(db);
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM sys_file WHERE otc_id = ${otcId} AND otc_type IS NOT DISTINCT FROM ${otcType} AND ${owner}`.execute(db);
  if ((rows[0]?.count ?? 0) + more > limits.upload.maxFiles) throw refusedField('chunk', uploadTexts.count);
}
