import { ok, type RouteParts, visible } from 'back-office/server';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { agreement, states } from '../agreement.ts';
import type { MonthAmount } from '../month-amount.ts';

/** GET months/amounts: the amounts agreed in each of the last twelve months, counting only agreements that the person may see. */
export function monthAmountsRoute(app: FastifyInstance, { db, contextOf }: RouteParts): void {
  app.get('/api/acme/months/amounts', { config: { right: { resource: 'acme/months', permission: 'read' } } }, async (request) => {
    const { rows } = await sql<MonthAmount>`
        SELECT to_char(m, 'YYYY-MM') AS month, coalesce(sum(t.agreement_amount), 0)::float8 AS amount
        FROM generate_series(date_trunc('month', now()) - interval '11 months', now(), interval '1 month') m
        LEFT JOIN acme_agreement t ON date_trunc('month', t.begin_date) = m
          AND t.agreement_state IN (${states.live}, ${states.ended}) AND ${visible(contextOf(db, request), agreement)}
        GROUP BY m ORDER BY m`.execute(db);
    return ok(rows);
  });
}
