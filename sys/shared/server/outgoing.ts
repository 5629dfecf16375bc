import { type Kysely, type RawBuilder, sql } from 'kysely';
import { ago } from '@back-office/server/platform/database/now.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import { inBatches } from '@back-office/server/platform/jobs/in-batches.ts';
import { messageStatuses } from '../message-statuses.ts';

/** The result of an attempt: `again` is to be retried, `left` must no longer be sent. Reasons are Chinese, for the list. */
export type Outcome = { readonly state: 'sent' } | { readonly state: 'again' | 'failed' | 'left'; readonly reason: string };

/** Why the former text of a notice is not sent any more. */
export const replacedReason = '通知已修改，改发新的内容';

/** Whether its recipient got, or will get, a newer text of the same notice: an attempt under way while the notice was changed may have failed since. */
export async function isReplaced(
  db: Kysely<Tables>,
  { table, recipient, status }: { readonly table: keyof Tables; readonly recipient: string; readonly status: string },
  id: string,
): Promise<boolean> {
  const { waiting, sent } = messageStatuses;
  const { rows } = await sql`
    SELECT FROM ${sql.table(table)} message JOIN ${sql.table(table)} newer ON newer.source_id = message.source_id
      AND ${sql.ref(`newer.${recipient}`)} = ${sql.ref(`message.${recipient}`)} AND newer.create_time > message.create_time
    WHERE message.id = ${id}::uuid AND ${sql.ref(`newer.${status}`)} IN (${sql.lit(waiting)}, ${sql.lit(sent)}) LIMIT 1`.execute(db);
  return rows.length > 0;
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
