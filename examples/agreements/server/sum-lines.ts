import { type Context, seeingAll, selectRows, writeAll } from 'back-office/server';
import { sql } from 'kysely';
import { agreement } from '../agreement.ts';

/** Writes the totals of these agreements' lines, also for whoever does not see the agreements. The lock makes two people who add lines at once wait for each other, so that both lines are counted. */
export async function sumLines(context: Context, ids: readonly string[]): Promise<void> {
  const everywhere = seeingAll(context);
  const rows = await selectRows(everywhere, agreement, [...new Set(ids)], { lock: 'values' });
  const { rows: sums } = await sql<{ id: string; amount: number }>`
    SELECT acme_agreement_id AS id, coalesce(round(sum(line_quantity * line_price), 2), 0)::float8 AS amount
    FROM acme_agreement_line WHERE acme_agreement_id = ANY(${ids}::uuid[]) GROUP BY acme_agreement_id`.execute(context.db);
  const amounts = new Map(sums.map(({ id, amount }) => [id, amount]));
  const changes = rows.map((current) => ({ id: current.id, values: { linesAmount: amounts.get(current.id) ?? 0 }, current }));
  await writeAll(
    everywhere,
    agreement,
    changes.filter(({ values, current }) => values.linesAmount !== current.linesAmount),
  );
}
