import type { Kysely } from 'kysely';
import type { Row, Tables } from '../platform/database/tables.ts';
import type { FilePlace } from './upload-fields.ts';

/** A stored upload. */
export interface UploadRow
  extends FilePlace, Readonly<Row<'sys_upload', 'id' | 'sysUserId' | 'fileName' | 'fileType' | 'totalChunks' | 'sysFileId'>> {
  readonly finished: boolean;
}

/** A stored part of an upload. */
export type PartRow = Readonly<Row<'sys_upload_part', 'idx' | 'partSize' | 'partHash' | 'storageKey'>>;

/** The user's own upload; undefined if it is another user's or does not exist. `lock` locks it for the transaction. */
export async function findUpload(db: Kysely<Tables>, userId: string, id: string, { lock = false } = {}): Promise<UploadRow | undefined> {
  const upload = await db
    .selectFrom('sys_upload')
    .select([
      'id',
      'sysUserId',
      'fileName',
      'fileType',
      'totalChunks',
      'otcId',
      'otcType',
      'fileSource',
      'fileAlias',
      'sysFileId',
      'finishTime',
    ])
    .where('id', '=', id)
    .where('sysUserId', '=', userId)
    .$if(lock, (found) => found.forUpdate())
    .executeTakeFirst();
  if (upload === undefined) return undefined;
  const { finishTime, ...row } = upload;
  return { ...row, finished: finishTime !== null };
}

/** The received parts of an upload, in order. */
export async function partsOf(db: Kysely<Tables>, uploadId: string): Promise<PartRow[]> {
  return db
    .selectFrom('sys_upload_part')
    .select(['idx', 'partSize', 'partHash', 'storageKey'])
    .where('sysUploadId', '=', uploadId)
    .orderBy('idx')
    .execute();
}
