import { embeddedSource } from '@back-office/contract/calls/file.ts';
import type { RecordOf } from '@back-office/contract/resource/row.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import { fileResource } from '@back-office/server/crud/own-or-listed.ts';
import { anyOf } from '@back-office/server/platform/database/any-of.ts';
import { now } from '@back-office/server/platform/database/now.ts';
import { refusedField } from '@back-office/server/platform/http/refusal.ts';
import { msg } from '../msg.ts';
import { pictureIds, pictureLimits } from '../notice-pictures.ts';

/**
 * Makes the pictures that come new into a body files of its notice, and deletes those that no longer stand in it: nobody reads
 * what was taken out. One that hangs on something else, is somebody else's or no picture is refused with 40000; one that was there
 * before and is gone by now is no issue of whoever saves. Call it in the transaction that writes the notice.
 */
export async function tiePictures(context: Context, { id, msgContent }: RecordOf<typeof msg>, before: string): Promise<void> {
  const wanted = pictureIds(msgContent);
  const known = pictureIds(before);
  if (wanted.length > pictureLimits.most) throw refusedField('msgContent', `正文中的图片不能超过 ${pictureLimits.most} 张`);
  const fresh = wanted.filter((picture) => !known.includes(picture));
  if (fresh.length > 0) await tie(context, id, fresh);
  const dropped = known.filter((picture) => !wanted.includes(picture));
  if (dropped.length > 0) await drop(context, id, dropped);
}

async function tie({ db, user }: Context, id: string, fresh: readonly string[]): Promise<void> {
  const attached = await db
    .selectFrom('sys_file')
    .select('id')
    .where('id', '=', anyOf(fresh))
    .where('otcType', '=', msg.name)
    .where('otcId', '=', id)
    .where('fileType', 'in', [...pictureLimits.types])
    .execute();
  const { numUpdatedRows } = await db
    .updateTable('sys_file')
    .set((eb) => ({ otcId: id, otcType: msg.name, fileSource: embeddedSource, version: eb('version', '+', 1), updateTime: now }))
    .where('id', '=', anyOf(fresh))
    .where('createUser', '=', user.userId)
    .where('otcId', 'is', null)
    .where('fileType', 'in', [...pictureLimits.types])
    .where('fileSize', '<=', pictureLimits.maxSize)
    .executeTakeFirst();
  if (Number(numUpdatedRows) + attached.length !== fresh.length)
    throw refusedField('msgContent', '正文中有图片已不存在或属于其他记录，请删除后重新插入');
}

/** An attachment that stands in the body too stays one. */
async function drop(context: Context, id: string, pictures: readonly string[]): Promise<void> {
  const dropped = await context.db
    .deleteFrom('sys_file')
    .where('id', '=', anyOf(pictures))
    .where('otcType', '=', msg.name)
    .where('otcId', '=', id)
    .where('fileSource', '=', embeddedSource)
    .returning(['id', 'fileName'])
    .execute();
  if (dropped.length === 0) return;
  const resource = context.resourceOf(fileResource);
  await context.record(
    context,
    dropped.map(({ id: file, fileName }) => ({ resource, type: '删除', id: file, target: fileName, fields: [] })),
  );
}
