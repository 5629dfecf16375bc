import { type Kysely, type RawBuilder, sql } from 'kysely';
import { ago } from '@back-office/server/platform/database/now.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import { inBatches } from '@back-office/server/platform/jobs/in-batches.ts';

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
