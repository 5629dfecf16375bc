import { type Kysely, type RawBuilder, sql } from 'kysely';
import { ago } from '@back-office/server/platform/database/now.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import { inBatches } from '@back-office/server/platform/jobs/in-batches.ts';
import { messageStatuses } from '../message-statuses.ts';

/**
 * The result of an attempt: `again` is to be retried, `held` was not tried, as something else comes first, and `left` must no longer be sent.
 * Reasons are Chinese, for the list.
 */
export type Outcome = { readonly state: 'sent' } | { readonly state: 'again' | 'held' | 'failed' | 'left'; readonly reason: string };

/** Seconds until a message that was held is tried. */
const heldSeconds = 10;

/** The status of a message after an attempt, and the seconds until the next, if there is one; `wait` are those that follow a failed one. */
export function afterAttempt({ state }: Outcome, wait: number | undefined) {
  const { waiting, failed } = messageStatuses;
  if (state !== 'again' && state !== 'held') return { status: messageStatuses[state], seconds: undefined };
  const seconds = state === 'held' ? heldSeconds : wait;
  return { status: seconds === undefined ? failed : waiting, seconds };
}

/** The kind of the job that queues the messages about a notice. */
export const mailNoticeKind = 'mail-notice';

/** Why the former text of a notice is not sent any more. */
export const replacedReason = '通知已修改，改发新的内容';

/** Messages about notices. */
interface Messages {
  readonly table: keyof Tables;
  readonly recipient: string;
  readonly status: string;
  /** Whether the job that queues them has yet to come to the recipient of `message`, once `notice` was announced again. */
  readonly isAhead: RawBuilder<boolean>;
}

/**
 * Why a message about a notice is not sent now, if so. Its recipient got, or will get, a newer text: an attempt under way while the notice was
 * changed may have failed since. Or it is not known yet whether they will: it is then held until the job has come to them, as the text may be the same.
 */
export async function replacedOutcome(
  db: Kysely<Tables>,
  { table, recipient, status, isAhead }: Messages,
  id: string,
): Promise<{ readonly state: 'left' | 'held'; readonly reason: string } | undefined> {
  const { waiting, sent } = messageStatuses;
  const { rows } = await sql<{ isReplaced: boolean; isAhead: boolean }>`
    SELECT EXISTS (SELECT FROM ${sql.table(table)} newer WHERE newer.source_id = message.source_id
      AND ${sql.ref(`newer.${recipient}`)} = ${sql.ref(`message.${recipient}`)} AND newer.create_time > message.create_time
      AND ${sql.ref(`newer.${status}`)} IN (${sql.lit(waiting)}, ${sql.lit(sent)})) AS is_replaced,
      EXISTS (SELECT FROM sys_msg notice JOIN sys_job job ON job.payload = to_jsonb(notice.id::text) AND job.end_time IS NULL
        WHERE notice.id = message.source_id AND job.kind = ${mailNoticeKind} AND ${isAhead}) AS is_ahead
    FROM ${sql.table(table)} message WHERE message.id = ${id}::uuid`.execute(db);
  if (rows[0]?.isReplaced === true) return { state: 'left', reason: replacedReason };
  return rows[0]?.isAhead === true ? { state: 'held', reason: '通知刚被修改，稍后再发' } : undefined;
}

/** Removes rows written this many days ago that wait no longer, in batches. */
export async function clearFinished(
  db: Kysely<Tables>,
  { table, isWaiting }: { table: keyof Tables; isWaiting: RawBuilder<unknown> },
  days: number,
  signal: AbortSignal,
): Promise<void> {
  await inBatches(signal, 10_000, async (portion) => {
    const { numAffectedRows } = await sql`
      DELETE FROM ${sql.table(table)} WHERE id = ANY(ARRAY(SELECT id FROM ${sql.table(table)}
        WHERE create_time < ${ago(`${days} days`)} AND NOT (${isWaiting}) ORDER BY create_time LIMIT ${portion}))`.execute(db);
    return numAffectedRows;
  });
}
