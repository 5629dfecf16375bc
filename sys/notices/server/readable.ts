import type { NoticeAnswer, NoticeCounts } from '../own-notices.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '@back-office/server/platform/database/tables.ts';

/**
 * The notices that a person may read now, each once: sys_msg_id, publish_time, need_confirm. Published, not scheduled for later, not expired, and
 * addressed to everyone, to their organisation or one above it, to one of their enabled roles, or to them.
 */
const readable = (person: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  SELECT DISTINCT sys_msg_id, publish_time, need_confirm FROM sys_msg_target
  WHERE target_id = ANY(ARRAY(SELECT notice_keys(${person}))) AND publish_time <= now() AND (expire_time IS NULL OR expire_time > now())`;

const recordColumns = sql`m.id, m.version, m.msg_title, m.msg_type, m.msg_level, m.msg_scope, m.msg_status,
  m.need_confirm, m.publish_time, m.expire_time, m.publish_user, m.remind_time,
  m.create_time, m.create_user, m.update_time, m.update_user,
  (SELECT user_name FROM sys_user p WHERE p.id = m.publish_user) AS publish_user_label,
  CASE WHEN r.read_time IS NULL THEN '否' ELSE '是' END AS is_read, r.read_time, r.confirm_time`;

/** The columns of notice `m` for a reader, with their marker `r`: without its other recipients. */
export const noticeColumns = sql`m.msg_content, ${recordColumns}`;

/** Counts over the rows of `marked`. */
export const countColumns = sql`count(*) FILTER (WHERE r.sys_msg_id IS NULL) AS unread,
  count(*) FILTER (WHERE n.need_confirm AND r.confirm_time IS NULL) AS unconfirmed`;

/** Those notices as `n`, each with the person's marker `r` if they have read it. */
export const marked = (person: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${readable(person)}) n LEFT JOIN sys_msg_read r ON r.sys_user_id = ${person} AND r.sys_msg_id = n.sys_msg_id`;

/** How many notices a person has not read, and how many they have not confirmed. */
export async function countNotices(db: Kysely<Tables>, userId: string): Promise<NoticeCounts> {
  const { rows } = await sql<NoticeCounts>`SELECT ${countColumns} FROM ${marked(sql`${userId}::uuid`)}`.execute(db);
  return rows[0] ?? { unread: 0, unconfirmed: 0 };
}

/** What of a notice is its reader's own. */
type NoticeMarks = Pick<NoticeAnswer, 'isRead' | 'readTime' | 'confirmTime'> & NoticeCounts;

interface NoticeForPeople {
  /** Undefined if none of them may read it. */
  record: Omit<NoticeAnswer, keyof NoticeMarks> | undefined;
  marks: Map<string, NoticeMarks>;
}

/**
 * The notice, and for each of these people who may read it now their marks and counts. A single statement, however many people, so that nobody gets a
 * text that was not meant for them.
 */
export async function readNotice(db: Kysely<Tables>, id: string, users: readonly string[]): Promise<NoticeForPeople> {
  // The content, which may be long, is in the first row only.
  const { rows } = await sql<NoticeAnswer & { reader: string }>`
    SELECT p.id AS reader, CASE WHEN row_number() OVER () = 1 THEN m.msg_content END AS msg_content, ${recordColumns}, c.unread, c.unconfirmed
    FROM unnest(${users}::uuid[]) AS p(id) JOIN sys_msg m ON m.id = ${id}::uuid
    LEFT JOIN sys_msg_read r ON r.sys_user_id = p.id AND r.sys_msg_id = m.id
    CROSS JOIN LATERAL (SELECT ${countColumns}, bool_or(n.sys_msg_id = m.id) AS mine FROM ${marked(sql`p.id`)}) c
    WHERE c.mine`.execute(db);
  const read = rows.map(({ reader, isRead, readTime, confirmTime, unread, unconfirmed, ...record }) => ({
    reader,
    record,
    marks: { isRead, readTime, confirmTime, unread, unconfirmed },
  }));
  return {
    record: read.find(({ record }) => record.msgContent !== null)?.record,
    marks: new Map(read.map(({ reader, marks }) => [reader, marks])),
  };
}

/** The notice for this person; undefined if they may not read it now. */
export async function readNoticeOf(db: Kysely<Tables>, id: string, userId: string): Promise<NoticeAnswer | undefined> {
  const { record, marks } = await readNotice(db, id, [userId]);
  const own = marks.get(userId);
  return record && own && { ...record, ...own };
}
