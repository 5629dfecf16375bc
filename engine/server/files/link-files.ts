import type { LinkFiles } from '@back-office/contract/calls/file.ts';
import { isId } from '@back-office/contract/resource/field-schema.ts';
import type { Context } from '../crud/context.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { checkOwner } from './accept-chunk.ts';
import type { FileParts } from './file-parts.ts';
import { checkCount } from './write-file.ts';
import { now } from '../platform/database/now.ts';
import { anyOf } from '../platform/database/any-of.ts';

/**
 * PUT link: attaches the user's own files to a record they may change: those that were uploaded before the record was there. All
 * of them or none; 40400 for a file that is another's or hangs on something else already.
 */
export async function linkFiles(context: Context, parts: FileParts, { ids, ...given }: LinkFiles): Promise<void> {
  const { otcType } = given;
  const otcId = isId(given.otcId) ? given.otcId.toLowerCase() : given.otcId;
  await checkOwner(parts, context, { otcId, otcType });
  const different = [...new Set(ids.map((id) => id.toLowerCase()))];
  await checkCount(context, { otcId, otcType }, different.length);
  const { numUpdatedRows } = await context.db
    .updateTable('sys_file')
    .set((eb) => ({ otcId, otcType, version: eb('version', '+', 1), updateTime: now }))
    .where('id', '=', anyOf(different))
    .where('createUser', '=', context.user.userId)
    .where('otcId', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows !== BigInt(different.length)) throw new Refusal('gone');
}
