import { statuses } from '@back-office/contract/status.ts';
import { type Kysely, sql } from 'kysely';
import { anyFound } from '@back-office/server/platform/database/any-of.ts';
import { inBatches } from '@back-office/server/platform/jobs/in-batches.ts';
import { repairDueTimes } from '@back-office/server/platform/database/repair-due-times.ts';
import { ago, inSeconds, now } from '@back-office/server/platform/database/now.ts';
import type { Stood } from '@back-office/server/platform/live/live-event.ts';
import type { Row, Tables, Value } from '@back-office/server/platform/database/tables.ts';
import { clearFinished } from '../../shared/server/clear-finished.ts';
import { deliveryStatuses } from '../webhook-delivery.ts';
import type { Attempt } from './post-json.ts';

/** Seconds to wait after each failed attempt before the next: 75 hours in all, as proposed by Standard Webhooks. */
const waits = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

/** Lease of a delivery in seconds; an attempt ends long before. */
const claimSeconds = 60;

/** How many are given up or removed at once. */
const clearedAtOnce = 10_000;

/** Maximum pause of a failing webhook, in seconds. */
const maxPauseSeconds = 60;

/** A delivery leased by this node, with the parts of its webhook that it needs. */
export interface Delivery
  extends
    Readonly<Row<'sys_webhook_delivery', 'id' | 'eventName' | 'targetId' | 'attempts'>>,
    Readonly<Row<'sys_webhook', 'webhookName' | 'secret'>> {
  readonly claimToken: NonNullable<Value<'sys_webhook_delivery', 'claimToken'>>;
  readonly webhookId: Value<'sys_webhook', 'id'>;
  /** Where the record of a deletion stood when it was deleted. */
  readonly stood: Stood | null;
  readonly url: Value<'sys_webhook', 'webhookUrl'>;
  readonly ownerId: Value<'sys_webhook', 'sysUserId'>;
  readonly eventTime: string;
}

const isWaiting = (row: string) => sql`${sql.ref(`${row}.deliveryStatus`)} = ${sql.lit(deliveryStatuses.waiting)}`;
/** Deliveries about one record are sent in order. */
const due = sql`${isWaiting('d')} AND d.next_time <= now() AND (d.claim_until IS NULL OR d.claim_until < now()) AND NOT EXISTS (
  SELECT FROM sys_webhook_delivery e WHERE e.sys_webhook_id = d.sys_webhook_id AND e.target_id = d.target_id AND ${isWaiting('e')} AND e.place < d.place)`;
const ready = sql`w.webhook_status = ${sql.lit(statuses.enabled)} AND w.rest_until <= now()`;

/** Whether any delivery is due; very cheap if there is no webhook. */
export async function isAnythingDue(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    SELECT EXISTS (SELECT FROM sys_webhook w WHERE ${ready} AND EXISTS (
      SELECT FROM sys_webhook_delivery d WHERE d.sys_webhook_id = w.id AND ${due})) AS due`.execute(db);
  return rows[0]?.due === true;
}

/** To be called before claiming: corrects due times that were written before the clock was set back. */
export async function repairDeliveryTimes(db: Kysely<Tables>): Promise<void> {
  const isWaiting = sql`delivery_status = ${sql.lit(deliveryStatuses.waiting)}`;
  await repairDueTimes(db, { table: 'sys_webhook_delivery', isWaiting, due: 'nextTime', claimSeconds });
  await db.updateTable('sys_webhook').set({ restUntil: now }).where('restUntil', '>', inSeconds(maxPauseSeconds)).execute();
}

/**
 * Leases due deliveries, per webhook up to `most`, or a single one while attempts fail, minus those that are `busy`: the first of each webhook
 * before the second of any, so that slow receivers keep none from its turn. No delivery is leased by two nodes.
 */
export async function claimDue(db: Kysely<Tables>, most: number, busy: ReadonlyMap<string, number>, limit: number): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    WITH chosen AS MATERIALIZED (
      SELECT found.id FROM sys_webhook w
      LEFT JOIN unnest(${[...busy.keys()]}::uuid[], ${[...busy.values()]}::int[]) AS b(id, busy) ON b.id = w.id
      CROSS JOIN LATERAL (
        SELECT one.id, one.next_time, coalesce(b.busy, 0) + row_number() OVER (ORDER BY one.next_time, one.place) AS turn FROM (
          SELECT d.id, d.next_time, d.place FROM sys_webhook_delivery d
          WHERE d.sys_webhook_id = w.id AND ${due}
          ORDER BY d.next_time, d.place
          LIMIT greatest(0, CASE WHEN w.failures > 0 THEN 1 ELSE ${most}::int END - coalesce(b.busy, 0))) one) found
      WHERE ${ready} ORDER BY found.turn, found.next_time LIMIT ${limit}
    ), taken AS MATERIALIZED (
      SELECT d.id FROM chosen JOIN sys_webhook_delivery d ON d.id = chosen.id
      WHERE ${isWaiting('d')} AND (d.claim_until IS NULL OR d.claim_until < now()) FOR UPDATE OF d SKIP LOCKED
    )
    UPDATE sys_webhook_delivery d SET claim_token = gen_random_uuid(), claim_until = now() + make_interval(secs => ${claimSeconds}),
      attempts = d.attempts + 1, last_time = now()
    FROM taken JOIN sys_webhook_delivery t ON t.id = taken.id JOIN sys_webhook w ON w.id = t.sys_webhook_id
    WHERE d.id = taken.id AND ${isWaiting('d')}
    RETURNING d.id, d.claim_token, w.id AS webhook_id, w.webhook_name, w.webhook_url AS url, w.sys_user_id AS owner_id, w.secret,
      d.event_name, d.target_id, d.stood, d.attempts, to_char(d.create_time AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS event_time`.execute(
    db,
  );
  return rows;
}

/** The result of an attempt, as stored. */
export interface Outcome extends Attempt {
  readonly state: 'done' | 'again' | 'failed' | 'left';
  readonly body?: string;
  /** The person who may see it in the list of deliveries from now on. */
  readonly shownTo?: string;
}

/** Writes the result of an attempt, unless another node has leased the delivery meanwhile; after the last failed attempt it is not retried. */
export async function writeOutcome(db: Kysely<Tables>, { id, claimToken, attempts }: Delivery, outcome: Outcome): Promise<void> {
  const wait = outcome.state === 'again' ? waits[attempts - 1] : undefined;
  const { waiting, done, failed, left } = deliveryStatuses;
  const status = { done, failed, left, again: wait === undefined ? failed : waiting }[outcome.state];
  await db
    .updateTable('sys_webhook_delivery')
    .set({ deliveryStatus: status, claimToken: null, claimUntil: null, nextTime: wait === undefined ? null : inSeconds(wait) })
    .set({ answerStatus: outcome.status ?? null, answerBody: outcome.answer ?? null, duration: outcome.duration })
    .set({ failReason: outcome.reason ?? null, requestBody: outcome.body, createUser: outcome.shownTo })
    .set((eb) => ({ version: eb('version', '+', 1), updateTime: now }))
    .where('id', '=', id)
    .where('claimToken', '=', claimToken)
    .execute();
}

/** Returns a leased delivery that was not tried to the end. */
export async function releaseDelivery(db: Kysely<Tables>, { id, claimToken }: Delivery): Promise<void> {
  await db
    .updateTable('sys_webhook_delivery')
    .set((eb) => ({ claimToken: null, claimUntil: null, attempts: eb('attempts', '-', 1) }))
    .where('id', '=', id)
    .where('claimToken', '=', claimToken)
    .execute();
}

/** Pauses a webhook whose attempts fail, for up to a minute: a receiver that is gone gets one attempt at a time. */
export async function recordWebhookHealth(db: Kysely<Tables>, webhookId: string, isWell: boolean): Promise<void> {
  const noted = db.updateTable('sys_webhook').where('id', '=', webhookId);
  if (isWell) await noted.set({ failures: 0, restUntil: now }).where('failures', '>', 0).execute();
  else
    await noted
      .set({
        failures: sql<number>`least(failures + 1, 1000)`,
        restUntil: sql<string>`now() + make_interval(secs => least(${maxPauseSeconds}::int, 2 ^ least(failures, 6)))`,
      })
      .execute();
}

/** Gives up deliveries that failed for 76 hours, and removes finished ones after this many days; in batches. */
export async function clearDeliveries(db: Kysely<Tables>, days: number, signal: AbortSignal): Promise<void> {
  const some = db.selectFrom('sys_webhook_delivery').select('id').limit(clearedAtOnce);
  const left = some
    .where('deliveryStatus', '=', deliveryStatuses.waiting)
    .where((eb) => eb(eb.fn<string>('greatest', ['createTime', 'updateTime']), '<', ago('76 hours')));
  const failReason = sql<string>`coalesce(fail_reason, '75 小时内没有送达')`;
  await inBatches(signal, clearedAtOnce, async () => {
    const given = db.updateTable('sys_webhook_delivery').set({ deliveryStatus: deliveryStatuses.failed, nextTime: null, failReason });
    return (await given.where('id', '=', anyFound(left)).executeTakeFirst()).numUpdatedRows;
  });
  const isWaiting = sql`delivery_status = ${sql.lit(deliveryStatuses.waiting)}`;
  await clearFinished(db, { table: 'sys_webhook_delivery', isWaiting }, days, signal);
}
