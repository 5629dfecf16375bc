import { type Kysely, sql } from 'kysely';
import type { Wraps } from '@back-office/server/crud/wrap-operations.ts';
import type { Row, Tables } from '@back-office/server/platform/database/tables.ts';
import { notifyNodes } from '@back-office/server/platform/live/notify-nodes.ts';
import { postStatuses } from '../../bots/bot-post.ts';
import { mailStatuses } from '../../mail/mail.ts';
import { msgStatuses } from '../msg.ts';
import { mailNotices, postNotices } from './mail-notices.ts';
import { onlineReaders } from './online-readers.ts';

/**
 * Readers online learn that a restored notice is there again. Mails and group messages that waited while it was deleted were left unsent:
 * they are queued again for those who have not got them.
 */
export const announceRestored: Wraps = {
  restore: (next) => async (context, resource, ids) => {
    const { db } = context;
    const rows = await next(context, resource, ids);
    await notifyNodes(db, { kind: 'changed', topic: 'msg', ...(await onlineReaders(db, ids)) });
    await mailNotices(db, await unsentOf(db, 'sys_mail', ids));
    await postNotices(db, await unsentOf(db, 'sys_bot_post', ids));
    return rows;
  },
};

/** Those of the notices that can be read now, and of which mails or group messages were left unsent. Those never announced are announced by the job. */
async function unsentOf(db: Kysely<Tables>, table: 'sys_mail' | 'sys_bot_post', ids: readonly string[]): Promise<string[]> {
  const isLeft =
    table === 'sys_mail' ? sql`s.mail_status = ${sql.lit(mailStatuses.left)}` : sql`s.post_status = ${sql.lit(postStatuses.left)}`;
  const { rows } = await sql<Row<'sys_msg', 'id'>>`
    SELECT m.id FROM sys_msg m WHERE m.id = ANY(${ids}::uuid[]) AND m.announce_time IS NOT NULL AND m.msg_status = ${sql.lit(msgStatuses.published)}
      AND m.publish_time <= now() AND (m.expire_time IS NULL OR m.expire_time > now())
      AND EXISTS (SELECT FROM ${sql.table(table)} s WHERE s.source_id = m.id AND ${isLeft})`.execute(db);
  return rows.map(({ id }) => id);
}
