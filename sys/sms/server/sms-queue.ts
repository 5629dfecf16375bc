import { smsStatuses } from '../sms.ts';
import { type Kysely, type NotNull, type SelectQueryBuilder, sql, type UpdateObject } from 'kysely';
import type { Row, Tables, Value } from '@back-office/server/platform/database/tables.ts';
import type { SmsFinding, SmsOutcome } from './provider.ts';
import { mendWaits } from '@back-office/server/platform/database/mend-waits.ts';
import { inSeconds, now } from '@back-office/server/platform/database/now.ts';

/** Tries of one message, and the pause before the second, doubled with each further one. */
const maxAttempts = 5;
const backOffSeconds = 30;
/** Nobody else looks at a claimed message for this long; a try takes seconds. */
const claimSeconds = 300;
/** A provider's records may lag behind: for this long the provider is polled before a user is asked. */
const findSeconds = 900;
const askAgainSeconds = 60;

/** A message in this node's hands. */
export interface ClaimedSms extends Readonly<
  Row<'sys_sms', 'id' | 'smsPhone' | 'smsTemplate' | 'smsContent' | 'smsProvider' | 'attempts'>
> {
  readonly claimToken: NonNullable<Value<'sys_sms', 'claimToken'>>;
  /** When the try began, in seconds since 1970. */
  readonly triedAt: number;
}

/** Changes the message while it is in this node's hands; otherwise nothing happens. */
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

const waiting = (db: Kysely<Tables>) => db.selectFrom('sys_sms').select('id').where('smsStatus', '=', sql.lit(smsStatuses.waiting));

/** What to call before: nothing waits for a time of a clock that was set back since. */
export const mendSms = (db: Kysely<Tables>): Promise<void> =>
  mendWaits(db, { table: 'sys_sms', isWaiting: sql`sms_status = ${sql.lit(smsStatuses.waiting)}`, due: 'runTime', claimSeconds });

/** Takes the messages that a query finds, but for those that another node is about to take. */
const claim = (db: Kysely<Tables>, found: SelectQueryBuilder<Tables, 'sys_sms', { id: string }>) =>
  db
    .updateTable('sys_sms as t')
    .from(found.forUpdate().skipLocked().as('found'))
    .set({ claimToken: sql<string>`gen_random_uuid()`, claimUntil: inSeconds(claimSeconds) })
    .whereRef('t.id', '=', 'found.id')
    .returning(['t.id', 't.smsPhone', 't.smsTemplate', 't.smsContent', 't.smsProvider', 't.attempts', 't.claimToken'])
    .returning(sql<number>`extract(epoch FROM t.claim_time)::float8`.as('triedAt'))
    .$narrowType<{ claimToken: NotNull }>();

/**
 * Claims messages that are due, for one attempt. The claim is committed before the provider gets the message, and stays
 * when the node crashes: a message whose last attempt has an unknown outcome is never retried by itself.
 */
export async function claimDue(db: Kysely<Tables>, provider: string, limit: number): Promise<ClaimedSms[]> {
  const due = waiting(db).where('claimToken', 'is', null).where('runTime', '<=', now).orderBy('runTime').orderBy('id').limit(limit);
  return claim(db, due)
    .set({ claimTime: now, smsProvider: provider })
    .set((eb) => ({ attempts: eb('t.attempts', '+', 1), version: eb('t.version', '+', 1), updateTime: now }))
    .execute();
}

/** Takes over messages whose attempt was never finished, to ask for their outcome. */
export async function claimUnfinished(db: Kysely<Tables>, limit: number): Promise<ClaimedSms[]> {
  const lost = waiting(db)
    .where('claimToken', 'is not', null)
    .where('claimUntil', '<', now)
    .orderBy('claimUntil')
    .orderBy('id')
    .limit(limit);
  return claim(db, lost).execute();
}

/** Writes what came of a try; nothing happens when somebody else has the message by now. */
export async function finishTry(db: Kysely<Tables>, sms: ClaimedSms, outcome: SmsOutcome): Promise<void> {
  if (outcome.state === 'accepted') return endSms(db, sms, smsStatuses.sent, { providerId: outcome.providerId });
  if (outcome.state === 'unknown') return askLater(db, sms, outcome.reason);
  if (outcome.state === 'refused' || sms.attempts >= maxAttempts) return endSms(db, sms, smsStatuses.failed, { reason: outcome.reason });
  return returnSms(db, sms, backOffSeconds * 2 ** (sms.attempts - 1), outcome.reason);
}

/** Writes what the provider knows of a message. When it still knows nothing after a quarter of an hour, a person is to decide. */
export async function finishFinding(db: Kysely<Tables>, sms: ClaimedSms, found: SmsFinding, at: Date): Promise<void> {
  if (found.state === 'accepted') return endSms(db, sms, smsStatuses.sent, { providerId: found.providerId });
  if (found.state === 'refused') return endSms(db, sms, smsStatuses.failed, { reason: found.reason });
  if (found.state === 'absent') return returnSms(db, sms, 0, null);
  const waited = at.getTime() / 1000 - sms.triedAt;
  return waited < findSeconds ? askLater(db, sms, found.reason) : endSms(db, sms, smsStatuses.unknown, { reason: found.reason });
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

async function askLater(db: Kysely<Tables>, sms: ClaimedSms, reason: string): Promise<void> {
  await update(db, sms, { claimUntil: inSeconds(askAgainSeconds), failReason: reason });
}
