import { type Kysely, sql } from 'kysely';
import sanitizeHtml from 'sanitize-html';
import { msgScopes } from '../msg.ts';
import { anyOf } from '@back-office/server/platform/database/any-of.ts';
import type { Row, Tables } from '@back-office/server/platform/database/tables.ts';
import { queuePosts } from '../../bots/server/queue-posts.ts';
import { mailPeople, mailReaders } from '../../mail/server/mail-people.ts';

/** Maximum number of characters of a notice in its mail; the rest is read in the product. */
const most = 2000;

/** Queues group messages for announced notices to everybody, by all bots or only by these. Call it in the transaction that announces them. */
export async function postNotices(db: Kysely<Tables>, ids: readonly string[], bots?: readonly string[]): Promise<void> {
  const rows = await db
    .selectFrom('sys_msg')
    .select(['id', 'msgTitle', 'msgContent'])
    .where('id', '=', anyOf(ids))
    .where('msgScope', '=', msgScopes.everyone)
    .where((eb) => eb.exists(eb.selectFrom('sys_bot').select('id').where('tellNotices', '=', '是')))
    .execute();
  for (const { id, msgTitle, msgContent } of rows)
    await queuePosts(db, { topic: 'notice', values: { msgTitle, msgText: textOf(msgContent) }, sourceId: id, bots });
}

/**
 * Queues mails of announced notices for their recipients who subscribed, all or only those of these `people`. Call it in the transaction that
 * announces them.
 */
export async function mailNotices(db: Kysely<Tables>, ids: readonly string[], people?: readonly string[]): Promise<void> {
  const choosers = await mailReaders(db, 'notice', people);
  if (choosers.length === 0) return;
  for (const id of ids) {
    const { rows } = await sql<Row<'sys_msg', 'msgTitle' | 'msgContent'> & { readers: string[] }>`
      SELECT m.msg_title, m.msg_content, ARRAY(
        SELECT p.id FROM unnest(${choosers}::uuid[]) AS p(id) WHERE EXISTS (SELECT FROM sys_msg_target t WHERE t.sys_msg_id = m.id
          AND t.target_id IN (SELECT notice_keys(p.id)) AND t.publish_time <= now() AND (t.expire_time IS NULL OR t.expire_time > now()))) AS readers
      FROM sys_msg m WHERE m.id = ${id}::uuid`.execute(db);
    for (const { msgTitle, msgContent, readers } of rows)
      await mailPeople(db, readers, { choice: 'notice', values: { msgTitle, msgText: shownOf(msgContent) }, sourceId: id });
  }
}

function shownOf(html: string): string {
  const text = textOf(html);
  return text.length > most ? `${text.slice(0, most)}……` : text;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** The text of a notice without markup; a picture is replaced by its alternative text. */
const textOf = (html: string): string =>
  sanitizeHtml(picturesSaid(html).replaceAll(/<(?:\/p|\/li|\/h\d|br|\/tr)\b[^>]*>/gi, '$&\n'), { allowedTags: [], allowedAttributes: {} })
    .replaceAll(/&(?:#(\d{1,7})|(amp|lt|gt|quot|nbsp));/g, (_, code: string | undefined, name: string | undefined) =>
      code === undefined ? (entities[name ?? ''] ?? '') : String.fromCodePoint(Math.min(Number(code), 0x10_ff_ff)),
    )
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

const picturesSaid = (html: string): string =>
  html.replaceAll(/<img data-file="[^"]*" alt="([^"]*)"[^>]*>/g, (_, alt: string) => (alt === '' ? '[图片]' : `[图片：${alt}]`));
