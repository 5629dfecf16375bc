import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { inBatches } from '../../platform/jobs/in-batches.ts';
import type { JobKind } from '../../platform/jobs/job-kind.ts';

/** Lines that one statement sums up, in a moment. */
const portion = 20_000;

/**
 * Every few seconds, on one node of the cluster, updates the totals of the operation log with the lines written since: the row count and the figures
 * of the home page (migration 0084). Readers add the lines not yet summed up, so the totals are exact whether this runs or not.
 */
export const addUpLines = (db: Kysely<Tables>): JobKind => ({
  name: 'add-up-lines',
  title: '汇总日志数量',
  every: 10,
  run: ({ signal }) =>
    inBatches(signal, portion, async () => {
      const { rows } = await sql<{ lines: number }>`SELECT add_up_lines(${portion}) AS lines`.execute(db);
      return rows[0]?.lines;
    }),
});
