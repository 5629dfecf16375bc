import type { NoticeCounts, NoticeList, NoticeRecord } from '../own-notices.ts';
import { type Kysely, sql } from 'kysely';
import type { Tables, Value } from '@back-office/server/platform/database/tables.ts';
import { readWeighed } from '@back-office/server/platform/http/weigh-rows.ts';
import { readAs } from '@back-office/server/platform/http/read-as.ts';
import { msg } from '../msg.ts';
import { noticeShapes } from './notice-shapes.ts';
import { countColumns, marked, noticeColumns } from './readable.ts';

/** The conditions for `only`, on a notice `n` and the person's marker `r`. */
const pendingConditions = {
  unread: sql`r.read_time IS NULL`,
  unconfirmed: sql`n.need_confirm AND r.confirm_time IS NULL`,
};

/**
 * GET msg/list: the notices that the signed-in person may read, newest first, with their marks and counts (docs/wire.md "Specific calls"). Beside
 * `index` and `limit`, `only=unread` or `unconfirmed` filters them.
 */
export async function listNotices(db: Kysely<Tables>, userId: string, query: Readonly<Record<string, unknown>>): Promise<NoticeList> {
  const { index, limit, only } = readAs(noticeShapes.list.query, query);
  const onlyCondition = only === undefined ? sql`true` : pendingConditions[only];
  const markedNotices = marked(sql`${userId}::uuid`);
  const { rows: counts } = await sql<NoticeCounts & { total: number }>`
    SELECT count(*) FILTER (WHERE ${onlyCondition}) AS total, ${countColumns} FROM ${markedNotices}`.execute(db);
  // The page's ids are selected from the narrow table, and only these notices are read in full.
  const { rows: page } = await sql<{ id: Value<'sys_msg_target', 'sysMsgId'> }>`
    SELECT n.sys_msg_id AS id FROM ${markedNotices} WHERE ${onlyCondition}
    ORDER BY n.publish_time DESC, n.sys_msg_id DESC LIMIT ${limit} OFFSET ${index * limit}`.execute(db);
  const ids = page.map(({ id }) => id);
  const items = await readWeighed(db, msg, ids, async () => {
    const { rows } = await sql<NoticeRecord>`
      SELECT ${noticeColumns} FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS n(id, place)
      JOIN sys_msg m ON m.id = n.id LEFT JOIN sys_msg_read r ON r.sys_user_id = ${userId}::uuid AND r.sys_msg_id = m.id
      ORDER BY n.place`.execute(db);
    return rows;
  });
  return { items, total: 0, unread: 0, unconfirmed: 0, ...counts[0] };
}
