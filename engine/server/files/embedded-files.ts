import { embeddedSource, pictureFiles } from '@back-office/contract/calls/file.ts';
import type { Context } from '../crud/context.ts';
import { fileResource } from '../crud/own-or-listed.ts';
import { anyOf } from '../platform/database/any-of.ts';
import { now } from '../platform/database/now.ts';
import type { Owner } from './record-reach.ts';

/**
 * Makes pictures that this person uploaded and that are not yet attached part of a record, so that people who reach the record see them. Returns how
 * many were attached: files of other people or other records, deleted files and other types are left alone.
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

/** Deletes the files that are embedded in the record, and logs it in the operation log; attachments of the record stay. */
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
