import { smsStatuses } from '../sms.ts';
import { type Kysely, type NotNull, type SelectQueryBuilder, sql, type UpdateObject } from 'kysely';
import type { Row, Tables, Value } from '@back-office/server/platform/database/tables.ts';
import type { SmsInquiryResult, SmsOutcome } from './provider.ts';
import { repairDueTimes } from '@back-office/server/platform/database/repair-due-times.ts';
import { inSeconds, now } from '@back-office/server/platform/database/now.ts';

/** Maximum number of attempts per message, and the pause before the second, which doubles with each further one. */
const maxAttempts = 5;
const backOffSeconds = 30;
/** Lease of a claimed message in seconds; an attempt takes seconds. */
const claimSeconds = 300;
/** A provider's records may lag behind: for this long the provider is polled before a user is asked. */
const findSeconds = 900;
const pollSeconds = 60;

/** A message leased by this node. */
export interface ClaimedSms extends Readonly<
  Row<'sys_sms', 'id' | 'smsPhone' | 'smsTemplate' | 'smsContent' | 'smsProvider' | 'attempts'>
> {
  readonly claimToken: NonNullable<Value<'sys_sms', 'claimToken'>>;
  /** When the attempt began, in seconds since 1970, and how many seconds before the claim, both by the database's clock. */
  readonly triedAt: number;
  readonly waited: number;
}

/** Changes the message while this node holds its lease; otherwise does nothing. */
async function update(db: Kysely<Tables>, { id, claimToken }: ClaimedSms, values: UpdateObject<Tables, 'sys_sms'>): Promise<void> {
  await db
    .updateTable('sys_sms')
    .set(values)
    .set((eb) => ({ version: eb('version', '+', 1), updateTime: now }))
    .where('id', '=', id)
    .where('claimToken', '=', claimToken)
    .where('smsStatus', '=', smsStatuses.waiting)
    .execute();
}

const unclaimed = { claimToken: null, claimTime: null, claimUntil: null };

const selectWaiting = (db: Kysely<Tables>) => db.selectFrom('sys_sms').select('id').where('smsStatus', '=', sql.lit(smsStatuses.waiting));

/** To be called before claiming: corrects due times that were written before the clock was set back. */
export const repairSmsTimes = (db: Kysely<Tables>): Promise<void> =>
  repairDueTimes(db, { table: 'sys_sms', isWaiting: sql`sms_status = ${sql.lit(smsStatuses.waiting)}`, due: 'runTime', claimSeconds });

/** Leases the messages that a query finds, except those locked by another node. */
const claim = (db: Kysely<Tables>, found: SelectQueryBuilder<Tables, 'sys_sms', { id: string }>) =>
  db
    .updateTable('sys_sms as t')
    .from(found.forUpdate().skipLocked().as('found'))
    .set({ claimToken: sql<string>`gen_random_uuid()`, claimUntil: inSeconds(claimSeconds) })
    .whereRef('t.id', '=', 'found.id')
    .returning(['t.id', 't.smsPhone', 't.smsTemplate', 't.smsContent', 't.smsProvider', 't.attempts', 't.claimToken'])
    .returning(sql<number>`extract(epoch FROM t.claim_time)::float8`.as('triedAt'))
    .returning(sql<number>`extract(epoch FROM now() - t.claim_time)::float8`.as('waited'))
    .$narrowType<{ claimToken: NotNull }>();

/**
 * Claims messages that are due, for one attempt. The claim is committed before the provider gets the message, and stays
 * when the node crashes: a message whose last attempt has an unknown outcome is never retried by itself.
 */
export async function claimDue(db: Kysely<Tables>, provider: string, limit: number): Promise<ClaimedSms[]> {
  const due = selectWaiting(db).where('claimToken', 'is', null).where('runTime', '<=', now).orderBy('runTime').orderBy('id').limit(limit);
  return claim(db, due)
    .set({ claimTime: now, smsProvider: provider })
    .set((eb) => ({ attempts: eb('t.attempts', '+', 1), version: eb('t.version', '+', 1), updateTime: now }))
    .execute();
}

/** Takes over messages whose attempt was never finished, to ask for their outcome. */
export async function claimUnfinished(db: Kysely<Tables>, limit: number): Promise<ClaimedSms[]> {
  const lost = selectWaiting(db)
    .where('claimToken', 'is not', null)
    .where('claimUntil', '<', now)
    .orderBy('claimUntil')
    .orderBy('id')
    .limit(limit);
  return claim(db, lost).execute();
}

/** Writes the result of an attempt; does nothing if another node has leased the message meanwhile. */
export async function finishAttempt(db: Kysely<Tables>, sms: ClaimedSms, outcome: SmsOutcome): Promise<void> {
  if (outcome.state === 'accepted') return endSms(db, sms, smsStatuses.sent, { providerId: outcome.providerId });
  if (outcome.state === 'unknown') return pollLater(db, sms, outcome.reason);
  if (outcome.state === 'refused' || sms.attempts >= maxAttempts) return endSms(db, sms, smsStatuses.failed, { reason: outcome.reason });
  return returnSms(db, sms, backOffSeconds * 2 ** (sms.attempts - 1), outcome.reason);
}

/** Writes the provider's information about a message. If it is still unknown after a quarter of an hour, a person must decide. */
export async function finishInquiry(db: Kysely<Tables>, sms: ClaimedSms, found: SmsInquiryResult): Promise<void> {
  if (found.state === 'accepted') return endSms(db, sms, smsStatuses.sent, { providerId: found.providerId });
  if (found.state === 'refused') return endSms(db, sms, smsStatuses.failed, { reason: found.reason });
  if (found.state === 'absent') return returnSms(db, sms, 0, null);
  return sms.waited < findSeconds ? pollLater(db, sms, found.reason) : endSms(db, sms, smsStatuses.unknown, { reason: found.reason });
}

async function endSms(
  db: Kysely<Tables>,
  sms: ClaimedSms,
  status: Exclude<(typeof smsStatuses)[keyof typeof smsStatuses], typeof smsStatuses.waiting>,
  { providerId = null, reason = null }: { providerId?: string | null; reason?: string | null },
): Promise<void> {
  const sendTime = sql.ref<string>('claimTime');
  await update(db, sms, { smsStatus: status, providerId, failReason: reason, sendTime, ...unclaimed });
}

async function returnSms(db: Kysely<Tables>, sms: ClaimedSms, delay: number, reason: string | null): Promise<void> {
  await update(db, sms, { runTime: inSeconds(delay), failReason: reason, ...unclaimed });
}

async function pollLater(db: Kysely<Tables>, sms: ClaimedSms, reason: string): Promise<void> {
  await update(db, sms, { claimUntil: inSeconds(pollSeconds), failReason: reason });
}
