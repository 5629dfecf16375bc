import { type Kysely, sql } from 'kysely';
import { anyOf } from '@back-office/server/platform/database/any-of.ts';
import { noId } from '@back-office/server/platform/database/no-id.ts';
import { now } from '@back-office/server/platform/database/now.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import { withTransaction } from '@back-office/server/platform/database/with-transaction.ts';
import type { JobKind } from '@back-office/server/platform/jobs/job-kind.ts';
import { addJob } from '@back-office/server/platform/jobs/job-store.ts';
import { mailNoticeKind } from '../../shared/server/mail-notice-kind.ts';
import { msgStatuses } from '../msg.ts';
import { leaveFormerWords, mailPortion, postNotice } from './mail-notices.ts';

/** Number of people per transaction. */
export const atOnce = 1000;

/**
 * Has the mails and group messages of announced notices queued once the caller's transaction has committed: by a job for each, so that none whose
 * mails cannot be queued holds up others. What waits in former words is not sent any more.
 */
export async function queueNoticeMails(db: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.updateTable('sys_msg').set({ mailAfter: noId, mailSince: null }).where('id', '=', anyOf(ids)).execute();
  await leaveFormerWords(db, ids);
  for (const id of ids) await addJob(db, { kind: mailNoticeKind, payload: id });
}

/** Continues for those of these notices whose mails were not all queued before they were deleted or expired. */
export async function resumeNoticeMails(db: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await db.selectFrom('sys_msg').select('id').where('id', '=', anyOf(ids)).where('mailAfter', 'is not', null).execute();
  for (const { id } of rows) await addJob(db, { kind: mailNoticeKind, payload: id });
}

/** Queues the mails and group messages of one notice. How far it is, the notice itself says: an interrupted job continues, and none mails twice. */
export const mailNoticeJob = (db: Kysely<Tables>): JobKind => ({
  name: mailNoticeKind,
  title: '通知的邮件和群消息',
  atOnce: 2,
  attempts: 8,
  run: async ({ payload, signal }) => {
    for (let isMore = true; isMore; isMore = await withTransaction(db, (transaction) => mailNext(transaction, String(payload))))
      signal.throwIfAborted();
  },
});

/** Queues the next mails of a notice, unless it cannot be read now. Returns whether there are more. */
async function mailNext(db: Kysely<Tables>, id: string): Promise<boolean> {
  const notice = await lockReadable(db, id);
  if (notice === undefined || notice.mailAfter === null) return false;
  if (notice.mailAfter === noId) await postNotice(db, notice);
  const last = await mailPortion(db, notice, { after: notice.mailAfter, portion: atOnce });
  await db
    .updateTable('sys_msg')
    .set({ mailAfter: last ?? null })
    .where('id', '=', id)
    .execute();
  return last !== undefined;
}

/** Locks a notice that can be read now: whoever changes it has it announced again, from the beginning. */
export const lockReadable = (db: Kysely<Tables>, id: string) =>
  db
    .selectFrom('sys_msg')
    .select(['id', 'msgTitle', 'msgContent', 'msgScope', 'targetIds', 'mailAfter'])
    .select(sql<string | null>`mail_since::text`.as('mailSince'))
    .where('id', '=', id)
    .where('msgStatus', '=', sql.lit(msgStatuses.published))
    .where('publishTime', '<=', now)
    .where((eb) => eb.or([eb('expireTime', 'is', null), eb('expireTime', '>', now)]))
    .forNoKeyUpdate()
    .executeTakeFirst();
