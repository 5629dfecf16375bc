import type { NoticeAnswer, NoticeCounts } from '../own-notices.ts';
import { isId } from '@back-office/contract/resource/field-schema.ts';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import { Refusal } from '@back-office/server/platform/http/refusal.ts';
import { countNotices, marked, readNotice } from './readable.ts';

/**
 * PUT msg/read/{id} and confirm/{id}: marks the notice as read, or as read and confirmed, by this person; the first
 * time stays. Gives the notice as they have it now. 40400 alike for one that is gone and one that is not theirs to read.
 */
export async function markNotice(db: Kysely<Tables>, userId: string, id: string, { confirm }: { confirm: boolean }): Promise<NoticeAnswer> {
  const before = isId(id) ? (await readNotice(db, id, [userId])).get(userId) : undefined;
  if (before === undefined) throw new Refusal('gone');
  if (before.isRead === '是' && (!confirm || before.confirmTime !== null)) return before;
  await sql`
    INSERT INTO sys_msg_read (sys_msg_id, sys_user_id, confirm_time)
    SELECT id, ${userId}::uuid, ${confirm ? sql`now()` : sql`NULL::timestamptz`} FROM sys_msg WHERE id = ${id}::uuid FOR KEY SHARE
    ON CONFLICT (sys_msg_id, sys_user_id) DO UPDATE SET confirm_time = coalesce(sys_msg_read.confirm_time, excluded.confirm_time)`.execute(
    db,
  );
  const after = (await readNotice(db, id, [userId])).get(userId);
  if (after === undefined) throw new Refusal('gone');
  return after;
}

/** PUT msg/read/all: marks everything they may read as read; what must be confirmed still must. */
export async function markAll(db: Kysely<Tables>, userId: string): Promise<NoticeCounts> {
  await sql`
    INSERT INTO sys_msg_read (sys_msg_id, sys_user_id) SELECT n.sys_msg_id, ${userId}::uuid FROM ${marked(sql`${userId}::uuid`)}
    WHERE r.sys_msg_id IS NULL ON CONFLICT DO NOTHING`.execute(db);
  return countNotices(db, userId);
}
