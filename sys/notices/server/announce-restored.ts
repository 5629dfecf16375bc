import { type Kysely, sql } from 'kysely';
import type { Wraps } from '@back-office/server/crud/wrap-operations.ts';
import { batchesOf } from '@back-office/server/platform/database/batches-of.ts';
import type { Row, Tables } from '@back-office/server/platform/database/tables.ts';
import { notifyNodes } from '@back-office/server/platform/live/notify-nodes.ts';
import { postStatuses } from '../../bots/bot-post.ts';
import { unreadableReason as unreadablePost } from '../../bots/server/queue-posts.ts';
import { mailStatuses } from '../../mail/mail.ts';
import { unreadableReason as unreadableMail } from '../../mail/server/mail-people.ts';
import { msg, msgStatuses } from '../msg.ts';
import { resumeNoticeMails } from './mail-notice-job.ts';
import { mailNotices, postNotices } from './mail-notices.ts';
import { onlineReaders } from './online-readers.ts';

/**
 * Readers online learn that a restored notice is there again. Mails and group messages that waited while it was deleted were left unsent:
 * they are queued again for the people and bots whose newest one was, not for those to whom it was not sent for another reason.
 */
export const announceRestored: Wraps = {
  restore: (next) => async (context, resource, ids) => {
    const { db } = context;
    const rows = await next(context, resource, ids);
    await notifyNodes(db, { kind: 'changed', topic: 'msg', ...(await onlineReaders(db, ids)) });
    await resumeNoticeMails(db, ids);
    for (const { id, whom } of await unsentOf(db, 'mails', ids)) for (const some of batchesOf(whom)) await mailNotices(db, [id], some);
    for (const { id, whom } of await unsentOf(db, 'posts', ids)) await postNotices(db, [id], whom);
    return rows;
  },
};

type Unsent = Row<'sys_msg', 'id'> & { whom: string[] };

/**
 * Those of the notices that can be read now, with the people or bots whose newest mail or group message about them was left unsent since they were
 * deleted. Those never announced are announced by the job.
 */
async function unsentOf(db: Kysely<Tables>, what: 'mails' | 'posts', ids: readonly string[]): Promise<Unsent[]> {
  const { failed, left } = what === 'mails' ? mailStatuses : postStatuses;
  const reason = what === 'mails' ? unreadableMail : unreadablePost;
  const sent =
    what === 'mails'
      ? sql`SELECT id, source_id, create_user AS whom, mail_status AS status, fail_reason, create_time, update_time FROM sys_mail`
      : sql`SELECT id, source_id, sys_bot_id AS whom, post_status AS status, fail_reason, create_time, update_time FROM sys_bot_post`;
  const { rows } = await sql<Unsent>`
    SELECT m.id, array_agg(n.whom) AS whom
    FROM sys_msg m JOIN sys_recycle k ON k.target_id = m.id AND k.target_resource = ${msg.name} CROSS JOIN LATERAL (
      SELECT DISTINCT ON (s.whom) s.* FROM (${sent}) s WHERE s.source_id = m.id AND s.status <> ${sql.lit(failed)}
      ORDER BY s.whom, s.create_time DESC, s.id DESC) n
    WHERE m.id = ANY(${ids}::uuid[]) AND m.announce_time IS NOT NULL AND m.msg_status = ${sql.lit(msgStatuses.published)}
      AND m.publish_time <= now() AND (m.expire_time IS NULL OR m.expire_time > now()) AND n.status = ${sql.lit(left)}
      AND n.fail_reason = ${reason} AND n.update_time >= k.delete_time
    GROUP BY m.id`.execute(db);
  return rows;
}
