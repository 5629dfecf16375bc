import { type Kysely, sql } from 'kysely';
import { anyFound, anyOf } from '@back-office/server/platform/database/any-of.ts';
import { ago, inSeconds, now } from '@back-office/server/platform/database/now.ts';
import type { Row, Tables, Value } from '@back-office/server/platform/database/tables.ts';
import { mailStatuses } from '../mail.ts';

/** Seconds after a failed attempt at which the next is made: some twenty hours in all. */
const waits = [30, 120, 600, 1800, 3600, 7200, 14_400, 21_600, 21_600];

/** Seconds for which a node has a mail; an attempt ends before. */
const claimSeconds = 180;

/** A mail that this node has taken. */
export interface ClaimedMail extends Readonly<
  Row<'sys_mail', 'id' | 'mailTo' | 'mailName' | 'mailSubject' | 'mailContent' | 'secret' | 'mailAttempts'>
> {
  readonly claimToken: NonNullable<Value<'sys_mail', 'claimToken'>>;
  readonly messageId: NonNullable<Value<'sys_mail', 'messageId'>>;
  /** When it was written, in seconds of 1970. */
  readonly written: number;
}

/** What came of an attempt: `again` is worth another. Reasons are Chinese, for the list. */
export type MailOutcome = { readonly state: 'sent' } | { readonly state: 'again' | 'failed'; readonly reason: string };

const isWaiting = sql`mail_status = ${sql.lit(mailStatuses.waiting)}`;
const isDue = sql`${isWaiting} AND run_time <= now() AND (claim_until IS NULL OR claim_until < now())`;

/** Whether anything is to be sent now: one look into an index that holds only what waits. */
export async function isAnyMailDue(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`SELECT EXISTS (SELECT FROM sys_mail WHERE ${isDue}) AS due`.execute(db);
  return rows[0]?.due === true;
}

/** Takes mails that are due for one attempt each. Two nodes never get the same one; what a dead node had is taken again after a while. */
export async function claimMails(db: Kysely<Tables>, limit: number, domain: string): Promise<ClaimedMail[]> {
  await sql`
    UPDATE sys_mail SET mail_status = ${mailStatuses.failed}, fail_reason = coalesce(fail_reason || '；', '') || '已过有效期，不再发送',
      secret = NULL, update_time = now(), version = version + 1
    WHERE id IN (SELECT id FROM sys_mail WHERE ${isDue} AND expire_time < now() FOR UPDATE SKIP LOCKED)`.execute(db);
  const { rows } = await sql<ClaimedMail>`
    UPDATE sys_mail t SET claim_token = gen_random_uuid(), claim_until = now() + make_interval(secs => ${claimSeconds}),
      mail_attempts = t.mail_attempts + 1, message_id = coalesce(t.message_id, '<' || t.id || '@' || ${domain} || '>'),
      update_time = now(), version = t.version + 1
    FROM (SELECT id FROM sys_mail WHERE ${isDue} ORDER BY run_time, id LIMIT ${limit} FOR UPDATE SKIP LOCKED) due
    WHERE t.id = due.id
    RETURNING t.id, t.mail_to, t.mail_name, t.mail_subject, t.mail_content, t.secret, t.mail_attempts, t.claim_token, t.message_id,
      extract(epoch FROM t.create_time)::float8 AS written`.execute(db);
  return rows;
}

/** Writes what came of an attempt, unless the mail is another node's by now. What is over keeps no secret. */
export async function writeOutcome(db: Kysely<Tables>, { id, claimToken, mailAttempts }: ClaimedMail, outcome: MailOutcome): Promise<void> {
  const wait = outcome.state === 'again' ? waits[mailAttempts - 1] : undefined;
  const status = outcome.state === 'sent' ? mailStatuses.sent : wait === undefined ? mailStatuses.failed : mailStatuses.waiting;
  await db
    .updateTable('sys_mail')
    .set({ mailStatus: status, claimToken: null, claimUntil: null, runTime: inSeconds(wait ?? 0) })
    .set({ failReason: 'reason' in outcome ? outcome.reason : null, sendTime: outcome.state === 'sent' ? now : undefined })
    .set((eb) => ({ secret: wait === undefined ? null : undefined, version: eb('version', '+', 1), updateTime: now }))
    .where('id', '=', id)
    .where('claimToken', '=', claimToken)
    .execute();
}

/** Gives back what was taken and not tried to the end. */
export async function giveBack(db: Kysely<Tables>, mails: readonly ClaimedMail[]): Promise<void> {
  await db
    .updateTable('sys_mail')
    .set((eb) => ({ claimToken: null, claimUntil: null, mailAttempts: eb('mailAttempts', '-', 1) }))
    .where('claimToken', '=', anyOf(mails.map(({ claimToken }) => claimToken)))
    .execute();
}

/** Removes what is over for so many days, a portion at a time; where no server is set, ends what was queued for one. */
export async function clearMails(db: Kysely<Tables>, { isSet, days }: { isSet: boolean; days: number }): Promise<void> {
  if (!isSet)
    await sql`
      UPDATE sys_mail SET mail_status = ${mailStatuses.failed}, fail_reason = '没有设置邮件服务器', secret = NULL, update_time = now(),
        version = version + 1
      WHERE id IN (SELECT id FROM sys_mail WHERE ${isWaiting} LIMIT 10000 FOR UPDATE SKIP LOCKED)`.execute(db);
  const over = db
    .selectFrom('sys_mail')
    .select('id')
    .where('createTime', '<', ago(`${days} days`))
    .where('mailStatus', '<>', mailStatuses.waiting)
    .orderBy('createTime')
    .limit(10_000);
  await db.deleteFrom('sys_mail').where('id', '=', anyFound(over)).execute();
}
