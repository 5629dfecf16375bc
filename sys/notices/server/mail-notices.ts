import { type Kysely, type RawBuilder, sql } from 'kysely';
import sanitizeHtml from 'sanitize-html';
import { msgScopes } from '../msg.ts';
import type { Row, Tables } from '@back-office/server/platform/database/tables.ts';
import { postStatuses } from '../../bots/bot-post.ts';
import { leaveReplacedPosts, queuePosts } from '../../bots/server/queue-posts.ts';
import { mailStatuses } from '../../mail/mail.ts';
import { leaveReplacedMails, mailPeople } from '../../mail/server/mail-people.ts';
import { type Addressing, isRecipient } from './readers.ts';

/** Maximum number of characters of a notice in its mail; the rest is read in the product. */
const most = 2000;

/** A notice whose mails and group messages are to be queued. */
export type TextedNotice = Addressing & Row<'sys_msg', 'id' | 'msgTitle' | 'msgContent'>;

/** Queues group messages for an announced notice, if it is to everybody, by all bots or only by these, in the caller's transaction. */
export async function postNotice(db: Kysely<Tables>, notice: TextedNotice, bots?: readonly string[]): Promise<void> {
  const { id, msgTitle, msgContent, msgScope } = notice;
  if (msgScope === msgScopes.everyone)
    await queuePosts(db, { topic: 'notice', values: { msgTitle, msgText: textOf(msgContent) }, sourceId: id, bots });
}

/** Leaves the mails and group messages of these notices unsent that wait in former words. */
export async function leaveFormerWords(db: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<Row<'sys_msg', 'id' | 'msgTitle' | 'msgContent'>>`
    SELECT m.id, m.msg_title, m.msg_content FROM sys_msg m WHERE m.id = ANY(${ids}::uuid[]) AND (
      EXISTS (SELECT FROM sys_mail w WHERE w.source_id = m.id AND w.mail_status = ${sql.lit(mailStatuses.waiting)})
      OR EXISTS (SELECT FROM sys_bot_post w WHERE w.source_id = m.id AND w.post_status = ${sql.lit(postStatuses.waiting)}))`.execute(db);
  for (const { id: sourceId, msgTitle, msgContent } of rows) {
    await leaveReplacedMails(db, { choice: 'notice', values: { msgTitle, msgText: shownOf(msgContent) }, sourceId });
    await leaveReplacedPosts(db, { topic: 'notice', values: { msgTitle, msgText: textOf(msgContent) }, sourceId });
  }
}

/** Queues mails of a notice that can be read now for those of these people who are recipients and subscribed, in the caller's transaction. */
export async function mailNotice(db: Kysely<Tables>, notice: TextedNotice, people: readonly string[]): Promise<void> {
  await mailRecipients(db, notice, await recipientsOf(db, notice, sql`t.id = ANY(${people}::uuid[])`));
}

/**
 * Queues mails of a notice that can be read now for the next recipients who subscribed, in the caller's transaction: a portion, in the order of their
 * ids, of those to whom anything may be mailed. Returns the last one's id if there may be more.
 */
export async function mailPortion(
  db: Kysely<Tables>,
  notice: TextedNotice,
  { after, portion }: { after: string; portion: number },
): Promise<string | undefined> {
  const people = await recipientsOf(
    db,
    notice,
    sql`t.id > ${after}::uuid AND EXISTS (SELECT FROM sys_mail_address a WHERE a.sys_user_id = t.id AND a.confirm_time IS NOT NULL)`,
    portion,
  );
  await mailRecipients(db, notice, people);
  return people.length === portion ? people.at(-1) : undefined;
}

async function recipientsOf(db: Kysely<Tables>, notice: Addressing, among: RawBuilder<unknown>, limit?: number): Promise<string[]> {
  const { rows } = await sql<{ ids: string[] }>`SELECT ARRAY(
    SELECT t.id FROM sys_user t WHERE ${isRecipient(notice)} AND ${among} ORDER BY t.id LIMIT ${limit ?? null}) AS ids`.execute(db);
  return rows[0]?.ids ?? [];
}

const mailRecipients = (db: Kysely<Tables>, { id, msgTitle, msgContent }: TextedNotice, people: readonly string[]): Promise<void> =>
  mailPeople(db, people, { choice: 'notice', values: { msgTitle, msgText: shownOf(msgContent) }, sourceId: id });

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
