import { embeddedSource, uploadTexts } from '@back-office/contract/calls/file.ts';
import { limits } from '@back-office/contract/limits.ts';
import type { Context } from '../crud/context.ts';
import { newId } from '../platform/database/new-id.ts';
import { refusedField } from '../platform/http/refusal.ts';
import { addJob } from '../platform/jobs/job-store.ts';
import { fileResource } from '../crud/own-or-listed.ts';
import { hashUploadJob } from './hash-upload.ts';
import type { ImageSize } from './read-image-size.ts';
import { isKnownRecord, type Owner } from './record-reach.ts';
import type { PartRow, UploadRow } from './upload-row.ts';
import { now } from '../platform/database/now.ts';
import { lockName } from '../platform/database/lock-name.ts';

type Bytes = Pick<UploadRow, 'id' | 'fileName' | 'fileType' | 'otcId' | 'otcType' | 'fileSource' | 'fileAlias'>;

/** Completes an upload whose parts are all there: creates the file in the transaction of the last part, and returns its id. */
export async function writeFile(
  context: Context,
  upload: UploadRow,
  parts: readonly PartRow[],
  picture: ImageSize | undefined,
): Promise<string> {
  const size = parts.reduce((sum, { partSize }) => sum + partSize, 0);
  const fileId = await insertFile(context, upload, size);
  const [only] = parts;
  await context.db
    .updateTable('sys_upload')
    .set({
      finishTime: now,
      sysFileId: fileId,
      fileSize: size,
      fileHash: parts.length === 1 ? (only?.partHash ?? null) : null,
      width: picture?.width ?? null,
      height: picture?.height ?? null,
    })
    .where('id', '=', upload.id)
    .execute();
  if (parts.length > 1) await addJob(context.db, { kind: hashUploadJob, payload: { id: upload.id }, key: upload.id });
  return fileId;
}

/** Creates a file from an upload's bytes, and writes the operation log. Refuses with '文件超出限制！' when the record has nine files already. */
export async function insertFile(context: Context, upload: Bytes, size: number): Promise<string> {
  const { db, user } = context;
  await checkCount(context, upload);
  const id = newId();
  const { fileName, fileType, fileAlias, otcId, otcType, fileSource, id: sysUploadId } = upload;
  const named = { fileName, fileType, fileAlias, otcId, otcType, fileSource };
  await db
    .insertInto('sys_file')
    .values({ ...named, id, fileSize: size, sysUploadId, createUser: user.userId, updateUser: user.userId })
    .execute();
  await context.record(context, [{ resource: context.resourceOf(fileResource), type: '上传', id, target: upload.fileName, fields: [] }]);
  return id;
}

/** Refuses a tenth file of one record, one request at a time. Files without a record, and those embedded in its text, do not count. */
export async function checkCount({ db, user, ...context }: Context, { otcId, otcType }: Owner, more = 1): Promise<void> {
  if (otcId === null) return;
  await lockName(db, `files of ${otcType ?? ''} ${otcId}`);
  const { count } = await db
    .selectFrom('sys_file')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('otcId', '=', otcId)
    .where('otcType', 'is not distinct from', otcType)
    .where('fileSource', '!=', embeddedSource)
    .$if(!isKnownRecord(context, { otcId, otcType }), (own) => own.where('createUser', '=', user.userId))
    .executeTakeFirstOrThrow();
  if (count + more > limits.upload.maxFiles) throw refusedField('chunk', uploadTexts.count);
}
