import { userStatuses } from '@back-office/contract/status.ts';
import { type Kysely, type NotNull, type RawBuilder, sql } from 'kysely';
import { anyFound, anyOf } from '@back-office/server/platform/database/any-of.ts';
import { inBatches } from '@back-office/server/platform/jobs/in-batches.ts';
import { repairDueTimes } from '@back-office/server/platform/database/repair-due-times.ts';
import { inSeconds, now } from '@back-office/server/platform/database/now.ts';
import type { Row, Tables, Value } from '@back-office/server/platform/database/tables.ts';
import { afterAttempt } from '../../shared/server/after-attempt.ts';
import { clearFinished } from '../../shared/server/clear-finished.ts';
import type { Outcome } from '../../shared/server/outcome.ts';
import { mailStatuses, recipientReasons } from '../mail.ts';
import { mailTopics } from '../mail-calls.ts';

/** Seconds to wait after each failed attempt before the next: some twenty hours in all. */
const waits = [30, 120, 600, 1800, 3600, 7200, 14_400, 21_600, 21_600];

const isWaiting = sql`mail_status = ${sql.lit(mailStatuses.waiting)}`;

/** Lease of a mail in seconds; an attempt ends before that. */
const claimSeconds = 180;

/** A mail leased by this node. */
export interface ClaimedMail extends Readonly<
  Row<
    'sys_mail',
    'id' | 'createUser' | 'mailTo' | 'mailName' | 'mailTopic' | 'mailSubject' | 'mailContent' | 'secret' | 'sourceId' | 'mailAttempts'
  >
> {
  readonly claimToken: NonNullable<Value<'sys_mail', 'claimToken'>>;
  readonly messageId: NonNullable<Value<'sys_mail', 'messageId'>>;
  /** Creation time, in seconds since 1970. */
  readonly written: number;
}

const selectWaiting = (db: Kysely<Tables>) =>
  db.selectFrom('sys_mail').select('id').where('mailStatus', '=', sql.lit(mailStatuses.waiting));
const selectFree = (db: Kysely<Tables>) =>
  selectWaiting(db).where((eb) => eb.or([eb('claimUntil', 'is', null), eb('claimUntil', '<', now)]));
const selectDue = (db: Kysely<Tables>) => selectFree(db).where('runTime', '<=', now);

const isExpired = sql<boolean>`coalesce(sys_mail.expire_time < now(), false)`;
const expiredReason = sql<string>`coalesce(fail_reason || '；', '') || '已过有效期，不再发送'`;

/** The recipient has left since the mail was written: its content is no longer meant for them. */
const isRecipientGone = sql<boolean>`sys_mail.create_user IS NOT NULL AND NOT EXISTS (
  SELECT FROM sys_user u WHERE u.id = sys_mail.create_user AND u.user_status = ${sql.lit(userStatuses.enabled)})`;

/** News that people subscribed to. A warning of a sign-in goes to whom the address belonged then: a stranger may have replaced it since. */
export const newsTopics: readonly string[] = [mailTopics.notice, mailTopics.job, mailTopics.approval];

/** The recipient has replaced the address since the mail was written, or must confirm it again. */
const isAddressGone = sql<boolean>`sys_mail.create_user IS NOT NULL AND sys_mail.mail_topic = ANY(${newsTopics}::text[]) AND NOT EXISTS (
  SELECT FROM sys_mail_address a JOIN sys_user u ON u.id = a.sys_user_id AND u.user_email = a.address
  WHERE a.sys_user_id = sys_mail.create_user AND a.address = sys_mail.mail_to AND a.confirm_time IS NOT NULL)`;

/** Whether any mail is due: one lookup in an index that contains waiting mails only. */
export async function isAnyMailDue(db: Kysely<Tables>): Promise<boolean> {
  return (await selectDue(db).limit(1).executeTakeFirst()) !== undefined;
}

/** To be called before claiming: corrects due times that were written before the clock was set back. */
export const repairMailTimes = (db: Kysely<Tables>): Promise<void> =>
  repairDueTimes(db, { table: 'sys_mail', isWaiting, due: 'runTime', claimSeconds });

/**
 * Leases due mails for one attempt each, those with a secret first: it is valid for minutes. No mail is leased by two nodes; those of a dead node are
 * taken again after their lease. Undefined if none is due; those that must no longer be sent are ended, so that there may be fewer than others due.
 */
export async function claimMails(db: Kysely<Tables>, limit: number, domain: string): Promise<ClaimedMail[] | undefined> {
  const claimed = await leaseMails(db, limit, domain);
  if (claimed.length === 0) return undefined;
  const ended = await endLeased(
    db,
    claimed.map(({ id }) => id),
  );
  return claimed.filter(({ id }) => !ended.has(id));
}

function leaseMails(db: Kysely<Tables>, limit: number, domain: string): Promise<ClaimedMail[]> {
  const due = selectDue(db).orderBy('runTime').orderBy('id').limit(limit).forUpdate().skipLocked();
  return db
    .with('urgent', () => due.where('expireTime', 'is not', null))
    .with('other', () => due.where('expireTime', 'is', null))
    .with('first', (found) => found.selectFrom('urgent').select('id').unionAll(found.selectFrom('other').select('id')).limit(limit))
    .updateTable('sys_mail as t')
    .set({ claimToken: sql<string>`gen_random_uuid()`, claimUntil: inSeconds(claimSeconds) })
    .set({ messageId: sql<string>`coalesce(t.message_id, '<' || t.id || '@' || ${domain} || '>')` })
    .set((eb) => ({ mailAttempts: eb('t.mailAttempts', '+', 1), version: eb('t.version', '+', 1), updateTime: now }))
    .where('t.id', '=', (found) => anyFound(found.selectFrom('first').select('first.id')))
    .returning([
      't.id',
      't.createUser',
      't.mailTo',
      't.mailName',
      't.mailTopic',
      't.mailSubject',
      't.mailContent',
      't.secret',
      't.sourceId',
    ])
    .returning(['t.mailAttempts', 't.claimToken', 't.messageId', sql<number>`extract(epoch FROM t.create_time)::float8`.as('written')])
    .$narrowType<{ claimToken: NotNull; messageId: NotNull }>()
    .execute();
}

/** Ends those of the mails just leased that must no longer be sent, as if never leased. Returns their ids. */
async function endLeased(db: Kysely<Tables>, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<Row<'sys_mail', 'id'>>`
    UPDATE sys_mail SET mail_status = CASE WHEN ${isExpired} THEN ${mailStatuses.failed} ELSE ${mailStatuses.left} END,
      fail_reason = CASE WHEN ${isExpired} THEN ${expiredReason} WHEN ${isRecipientGone} THEN ${recipientReasons.account} ELSE ${recipientReasons.address} END,
      secret = NULL, claim_token = NULL, claim_until = NULL, mail_attempts = mail_attempts - 1, update_time = now()
    WHERE id = ANY(${ids}::uuid[]) AND (${isExpired} OR ${isRecipientGone} OR ${isAddressGone}) RETURNING id`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Fails unsent mails, except those locked right now, and returns how many. Ended mails keep no secret. */
async function giveUp(db: Kysely<Tables>, found: ReturnType<typeof selectWaiting>, failReason: RawBuilder<string>): Promise<bigint> {
  const { numUpdatedRows } = await db
    .updateTable('sys_mail')
    .set((eb) => ({ mailStatus: mailStatuses.failed, failReason, secret: null, version: eb('version', '+', 1), updateTime: now }))
    .where('id', 'in', found.forUpdate().skipLocked())
    .executeTakeFirst();
  return numUpdatedRows;
}

/**
 * Writes the result of an attempt, unless another node has leased the mail meanwhile. Ended mails keep no secret: one that expires before its next
 * attempt is due for its end then.
 */
export async function writeOutcome(db: Kysely<Tables>, { id, claimToken, mailAttempts }: ClaimedMail, outcome: Outcome): Promise<void> {
  const { status, seconds } = afterAttempt(outcome, waits[mailAttempts - 1]);
  await db
    .updateTable('sys_mail')
    .set({ mailStatus: status, claimToken: null, claimUntil: null })
    .set({ runTime: sql<string>`least(${inSeconds(seconds ?? 0)}, expire_time)` })
    .set({ failReason: 'reason' in outcome ? outcome.reason : null, sendTime: outcome.state === 'sent' ? now : undefined })
    .set((eb) => ({
      secret: seconds === undefined ? null : undefined,
      mailAttempts: eb('mailAttempts', '-', Number(outcome.state === 'held')),
      version: eb('version', '+', 1),
      updateTime: now,
    }))
    .where('id', '=', id)
    .where('claimToken', '=', claimToken)
    .execute();
}

/** Returns leased mails that were not tried to the end. */
export async function releaseMails(db: Kysely<Tables>, mails: readonly ClaimedMail[]): Promise<void> {
  await db
    .updateTable('sys_mail')
    .set((eb) => ({ claimToken: null, claimUntil: null, mailAttempts: eb('mailAttempts', '-', 1) }))
    .where('id', '=', anyOf(mails.map(({ id }) => id)))
    .where('claimToken', '=', anyOf(mails.map(({ claimToken }) => claimToken)))
    .execute();
}

/** Removes finished mails after this many days, in batches; fails queued ones that have expired, or all if no mail server is configured. */
export async function clearMails(
  db: Kysely<Tables>,
  { isSet, days }: { isSet: boolean; days: number },
  signal: AbortSignal,
): Promise<void> {
  if (!isSet) await inBatches(signal, 10_000, (portion) => giveUp(db, selectWaiting(db).limit(portion), sql`'没有设置邮件服务器'`));
  // Earlier versions let them wait for longer than they were valid.
  const expired = selectFree(db).where('expireTime', '<', now);
  await inBatches(signal, 10_000, (portion) => giveUp(db, expired.limit(portion), expiredReason));
  await clearFinished(db, { table: 'sys_mail', isWaiting }, days, signal);
}
