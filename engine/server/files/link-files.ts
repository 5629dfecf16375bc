import type { LinkFiles } from '@back-office/contract/calls/file.ts';
import { isId } from '@back-office/contract/resource/field-schema.ts';
import { changeOf } from '../crud/change.ts';
import type { Context } from '../crud/context.ts';
import { fileResource } from '../crud/own-or-listed.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { checkOwner } from './accept-chunk.ts';
import type { FileParts } from './file-parts.ts';
import { checkCount } from './write-file.ts';
import { now } from '../platform/database/now.ts';
import { anyOf } from '../platform/database/any-of.ts';

/**
 * PUT link: attaches the user's own files, uploaded before the record existed, to a record that the user may change. All of them or none, each with a
 * line in the operation log; 40400 for a file that is another user's or already attached.
 */
export async function linkFiles(context: Context, parts: FileParts, { ids, ...given }: LinkFiles): Promise<void> {
  const { otcType } = given;
  const otcId = isId(given.otcId) ? given.otcId.toLowerCase() : given.otcId;
  await checkOwner(parts, context, { otcId, otcType });
  const different = [...new Set(ids.map((id) => id.toLowerCase()))];
  await checkCount(context, { otcId, otcType }, different.length);
  const hung = await context.db
    .updateTable('sys_file')
    .set((eb) => ({ otcId, otcType, version: eb('version', '+', 1), updateTime: now }))
    .where('id', '=', anyOf(different))
    .where('createUser', '=', context.user.userId)
    .where('otcId', 'is', null)
    .returning(['id', 'version', 'fileName', 'otcId', 'otcType'])
    .execute();
  if (hung.length !== different.length) throw new Refusal('gone');
  const resource = context.resourceOf(fileResource);
  await context.record(
    context,
    hung.map((file) => changeOf(resource, { ...file, otcId: null, otcType: null }, file)),
  );
}
