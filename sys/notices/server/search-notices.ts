import type { Found, FoundGroup } from '@back-office/contract/calls/search.ts';
import { sql } from 'kysely';
import { ownNotices } from '../own-notices.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import { searchCondition, searchRank } from '@back-office/server/crud/search.ts';
import { marked } from './readable.ts';

/** Only this many matches are ranked, the newest ones. */
const ranked = 500;

/**
 * Notices readable by the signed-in person whose title, its pinyin or initials contain the search text, as 我的消息 shows them: best matches first, then
 * newest. Needs no right: they are the person's own.
 */
export async function searchNotices({ db, user, resourceOf }: Context, typed: string, most: number): Promise<FoundGroup | undefined> {
  const resource = resourceOf('sys/msg');
  const { rows } = await sql<Found>`
    SELECT t.id, t.msg_title AS label, to_char(t.read_from, 'YYYY-MM-DD') AS detail
    FROM (
      SELECT t.*, n.publish_time AS read_from FROM ${marked(sql`${user.userId}::uuid`)} JOIN sys_msg t ON t.id = n.sys_msg_id
      WHERE ${searchCondition(resource, typed)} ORDER BY n.publish_time DESC LIMIT ${ranked}
    ) t
    ORDER BY ${searchRank(resource, typed)}, t.read_from DESC, t.id LIMIT ${most + 1}`.execute(db);
  if (rows.length === 0) return undefined;
  return { resource: ownNotices, title: '我的消息', items: rows.slice(0, most), more: rows.length > most };
}
