import { type Kysely, sql } from 'kysely';
import { noId } from '@back-office/server/platform/database/no-id.ts';
import type { Row, Tables, Value } from '@back-office/server/platform/database/tables.ts';
import { withTransaction } from '@back-office/server/platform/database/with-transaction.ts';
import type { JobKind } from '@back-office/server/platform/jobs/job-kind.ts';
import { addJob } from '@back-office/server/platform/jobs/job-store.ts';
import { postStatuses } from '../../bots/bot-post.ts';
import { unreadableReason as unreadablePost } from '../../bots/server/queue-posts.ts';
import { mailStatuses } from '../../mail/mail.ts';
import { unreadableReason as unreadableMail } from '../../mail/server/mail-people.ts';
import { atOnce, lockReadable } from './mail-notice-job.ts';
import { mailNotice, postNotice } from './mail-notices.ts';

/** Not `mail-notice`: nodes of an earlier version would take the job and do nothing. */
const mailAgainKind = 'mail-notice-again';

/** A notice, and since when its messages were left unsent because nobody could read it. */
interface Unsent {
  readonly id: string;
  readonly since: string;
}

/**
 * Has the mails and group messages of announced notices that were left unsent since then queued once more, after the caller's transaction has committed:
 * for the people and bots whose newest one was, not for those to whom it was not sent for another reason. Those of a notice that cannot be
 * read yet are queued when this is called again.
 */
export async function mailAgain(db: Kysely<Tables>, notices: readonly Unsent[]): Promise<void> {
  if (notices.length === 0) return;
  const { rows } = await sql<Row<'sys_msg', 'id'>>`
    UPDATE sys_msg m SET mail_since = least(m.mail_since, x.since)
    FROM json_to_recordset(${JSON.stringify(notices)}::json) AS x(id uuid, since timestamptz)
    WHERE m.id = x.id AND m.announce_time IS NOT NULL AND x.since <= now() RETURNING m.id`.execute(db);
  for (const { id } of rows) await addJob(db, { kind: mailAgainKind, payload: id });
}

/** How far the job is. */
interface Reached {
  readonly since: string;
  readonly after: string;
}

/** Queues them. Nobody who has a newer message is among them any more: an interrupted job starts again, and none mails twice. */
export const mailAgainJob = (db: Kysely<Tables>): JobKind => ({
  name: mailAgainKind,
  title: '补发通知的邮件和群消息',
  attempts: 8,
  run: async ({ payload, signal }) => {
    let reached: Reached | undefined = { since: '', after: noId };
    while (reached !== undefined) {
      signal.throwIfAborted();
      const former: Reached = reached;
      reached = await withTransaction(db, (transaction) => mailNext(transaction, String(payload), former));
    }
  },
});

/** Queues the next ones of a notice, unless it cannot be read now. Returns how far it is if there are more. */
async function mailNext(db: Kysely<Tables>, id: string, reached: Reached): Promise<Reached | undefined> {
  const notice = await lockReadable(db, id);
  const since = notice?.mailSince;
  if (notice === undefined || since === undefined || since === null) return undefined;
  const after = since === reached.since ? reached.after : noId;
  if (after === noId) await postNotice(db, notice, await unsentOf(db, 'posts', { id, since, after }));
  const people = await unsentOf(db, 'mails', { id, since, after });
  await mailNotice(db, notice, people);
  const last = people.length === atOnce ? people.at(-1) : undefined;
  if (last !== undefined) return { since, after: last };
  await db.updateTable('sys_msg').set({ mailSince: null }).where('id', '=', id).execute();
  return undefined;
}

/** The next people or bots whose newest mail or group message about the notice was left unsent since then, in the order of their ids. */
async function unsentOf(db: Kysely<Tables>, what: 'mails' | 'posts', { id, since, after }: Unsent & Reached): Promise<string[]> {
  const { failed, left } = what === 'mails' ? mailStatuses : postStatuses;
  const reason = what === 'mails' ? unreadableMail : unreadablePost;
  const sent =
    what === 'mails'
      ? sql`SELECT id, source_id, create_user AS whom, mail_status AS status, fail_reason, create_time, update_time FROM sys_mail`
      : sql`SELECT id, source_id, sys_bot_id AS whom, post_status AS status, fail_reason, create_time, update_time FROM sys_bot_post`;
  const { rows } = await sql<{ whom: Value<'sys_bot_post', 'sysBotId'> }>`
    SELECT n.whom FROM (
      SELECT DISTINCT ON (s.whom) s.* FROM (${sent}) s WHERE s.source_id = ${id}::uuid AND s.whom > ${after}::uuid AND s.status <> ${sql.lit(failed)}
      ORDER BY s.whom, s.create_time DESC, s.id DESC) n
    WHERE n.status = ${sql.lit(left)} AND n.fail_reason = ${reason} AND n.update_time >= ${since}::timestamptz
    ORDER BY n.whom LIMIT ${atOnce}`.execute(db);
  return rows.map(({ whom }) => whom);
}
