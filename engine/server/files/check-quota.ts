import type { Context } from '../crud/context.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { lockName } from '../platform/database/lock-name.ts';

/** The most unfinished uploads of one person, and the most bytes in them (docs/hardening.md D18). */
const maxUploads = 20;
const maxBytes = 5 * 1024 ** 3;

/**
 * Serialises the chunks of one user until the transaction ends: otherwise ten concurrent ones would each find room in the quota. Always locked before
 * the upload, to avoid a deadlock.
 */
export async function lockQuota({ db, user }: Pick<Context, 'db' | 'user'>): Promise<void> {
  await lockName(db, `uploads of ${user.userId}`);
}

/** Refuses with 42900 or 41300 if this much more would exceed one person's quota of unfinished uploads. */
export async function checkQuota({ db, user }: Context, more: { readonly uploads: number; readonly bytes: number }): Promise<void> {
  const { uploads, bytes } = await db
    .selectFrom('sys_upload as u')
    .leftJoin('sys_upload_part as p', 'p.sysUploadId', 'u.id')
    .select(({ fn }) => [fn.count<number>('u.id').distinct().as('uploads'), fn.sum<number | null>('p.partSize').as('bytes')])
    .where('u.sysUserId', '=', user.userId)
    .where('u.finishTime', 'is', null)
    .executeTakeFirstOrThrow();
  if (uploads + more.uploads > maxUploads) throw new Refusal('tooMany', { message: '未完成的上传过多，请先完成或取消', retryAfter: 60 });
  if ((bytes ?? 0) + more.bytes > maxBytes) throw new Refusal('tooLarge', { message: '未完成的上传占用空间过多，请先完成或取消' });
}
