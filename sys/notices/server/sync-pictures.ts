import { pictureFiles } from '@back-office/contract/calls/file.ts';
import type { RecordOf } from '@back-office/contract/resource/row.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import { dropEmbedded, embedFiles } from '@back-office/server/files/embedded-files.ts';
import { anyOf } from '@back-office/server/platform/database/any-of.ts';
import { refusedField } from '@back-office/server/platform/http/refusal.ts';
import { msg } from '../msg.ts';
import { pictureIds, pictureLimits } from '../notice-pictures.ts';

/**
 * Attaches pictures newly added to a notice's body to the notice, and deletes those removed from it, so that they can no longer be
 * read. A file attached elsewhere, owned by somebody else or not a picture is refused with 40000; a picture that was there before and
 * has been deleted since does not block the save. Call it in the transaction that writes the notice.
 */
export async function syncPictures(context: Context, { id, msgContent }: RecordOf<typeof msg>, before: string): Promise<void> {
  const newIds = pictureIds(msgContent);
  const oldIds = pictureIds(before);
  if (newIds.length > pictureLimits.most) throw refusedField('msgContent', `正文中的图片不能超过 ${pictureLimits.most} 张`);
  const fresh = newIds.filter((picture) => !oldIds.includes(picture));
  if (fresh.length > 0) await attach(context, id, fresh);
  const dropped = oldIds.filter((picture) => !newIds.includes(picture));
  if (dropped.length > 0) await dropEmbedded(context, { otcType: msg.name, otcId: id }, dropped);
}

async function attach(context: Context, id: string, fresh: readonly string[]): Promise<void> {
  const attached = await context.db
    .selectFrom('sys_file')
    .select('id')
    .where('id', '=', anyOf(fresh))
    .where('otcType', '=', msg.name)
    .where('otcId', '=', id)
    .where('fileType', 'in', [...pictureFiles.types])
    .execute();
  if ((await embedFiles(context, { otcType: msg.name, otcId: id }, fresh)) + attached.length !== fresh.length)
    throw refusedField('msgContent', '正文中有图片已不存在或属于其他记录，请删除后重新插入');
}
