import { embeddedSource, pictureFiles } from '@back-office/contract/calls/file.ts';
import type { Context } from '../crud/context.ts';
import { fileResource } from '../crud/own-or-listed.ts';
import { anyOf } from '../platform/database/any-of.ts';
import { now } from '../platform/database/now.ts';
import type { Owner } from './record-reach.ts';

/**
 * Makes pictures that this person uploaded, and that hang on nothing yet, part of a record, so that who reaches the record sees them.
 * Gives how many it were: of what is somebody else's, another record's, gone or no picture it leaves alone.
 */
export async function embedFiles({ db, user }: Context, { otcType, otcId }: Owner, ids: readonly string[]): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('sys_file')
    .set((eb) => ({ otcId, otcType, fileSource: embeddedSource, version: eb('version', '+', 1), updateTime: now }))
    .where('id', '=', anyOf(ids))
    .where('createUser', '=', user.userId)
    .where('otcId', 'is', null)
    .where('fileType', 'in', [...pictureFiles.types])
    .where('fileSize', '<=', pictureFiles.maxSize)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Deletes those of the files that are part of the record, and tells the operation log: an attachment of it stays one. */
export async function dropEmbedded(context: Context, { otcType, otcId }: Owner, ids: readonly string[]): Promise<void> {
  const dropped = await context.db
    .deleteFrom('sys_file')
    .where('id', '=', anyOf(ids))
    .where('otcType', '=', otcType)
    .where('otcId', '=', otcId)
    .where('fileSource', '=', embeddedSource)
    .returning(['id', 'fileName'])
    .execute();
  if (dropped.length === 0) return;
  const resource = context.resourceOf(fileResource);
  await context.record(
    context,
    dropped.map(({ id, fileName }) => ({ resource, type: '删除', id, target: fileName, fields: [] })),
  );
}
