import type { NoticeAnswer, NoticeCounts } from '../own-notices.ts';
import { isId } from '@back-office/contract/resource/field-schema.ts';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import { conflict, Refusal } from '@back-office/server/platform/http/refusal.ts';
import { countNotices, marked, readNoticeOf } from './readable.ts';

/**
 * PUT msg/read/{id}: marks the notice as read by this person; the time of the first reading is kept. Returns the notice with their marks. 40400 both
 * for a notice that is gone and for one that is not theirs to read.
 */
export async function readOne(db: Kysely<Tables>, userId: string, id: string): Promise<NoticeAnswer> {
  const before = await noticeFor(db, userId, id);
  if (before.isRead === '是') return before;
  await sql`
    INSERT INTO sys_msg_read (sys_msg_id, sys_user_id) SELECT id, ${userId}::uuid FROM sys_msg WHERE id = ${id}::uuid FOR KEY SHARE
    ON CONFLICT DO NOTHING`.execute(db);
  return noticeFor(db, userId, id);
}

/**
 * PUT msg/confirm/{id}: likewise marks it as read and confirmed. 40900 with the current notice if it is no longer at the `version` that the person
 * has read: nobody confirms a text they have not seen.
 */
export async function confirmOne(db: Kysely<Tables>, userId: string, id: string, version?: number): Promise<NoticeAnswer> {
  const before = await noticeFor(db, userId, id);
  if (before.confirmTime !== null) return before;
  // Locks the row, so that a concurrent change is finished and its result is read.
  await sql`
    INSERT INTO sys_msg_read (sys_msg_id, sys_user_id, confirm_time) SELECT id, ${userId}::uuid, now() FROM sys_msg
    WHERE id = ${id}::uuid AND version = coalesce(${version ?? null}::int, version) FOR KEY SHARE
    ON CONFLICT (sys_msg_id, sys_user_id) DO UPDATE SET confirm_time = coalesce(sys_msg_read.confirm_time, excluded.confirm_time)`.execute(
    db,
  );
  const after = await noticeFor(db, userId, id);
  if (after.confirmTime === null) throw conflict({ conflict: 'version', current: { ...after } }, '通知已修改，请阅读后再确认');
  return after;
}

async function noticeFor(db: Kysely<Tables>, userId: string, id: string): Promise<NoticeAnswer> {
  const notice = isId(id) ? await readNoticeOf(db, id, userId) : undefined;
  if (notice === undefined) throw new Refusal('gone');
  return notice;
}

/**
 * PUT msg/read/all: marks everything that the caller may read as read; with `until`, only what was published by then, which they have seen. Notices
 * that need confirmation still need it.
 */
export async function markAll(db: Kysely<Tables>, userId: string, until?: string): Promise<NoticeCounts> {
  // Times in answers are truncated to seconds.
  const seen = until === undefined ? sql`true` : sql`n.publish_time < ${until}::timestamptz + interval '1 second'`;
  await sql`
    INSERT INTO sys_msg_read (sys_msg_id, sys_user_id) SELECT n.sys_msg_id, ${userId}::uuid FROM ${marked(sql`${userId}::uuid`)}
    WHERE r.sys_msg_id IS NULL AND ${seen} ON CONFLICT DO NOTHING`.execute(db);
  return countNotices(db, userId);
}
