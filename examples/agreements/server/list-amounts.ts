import { conditionOf, ok, readFilters, recordOf, type RouteParts, visible } from 'back-office/server';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { agreement, states } from '../agreement.ts';
import type { ListAmounts } from '../list-amounts.ts';

/** GET agreement/amounts: the totals of the agreements that match a list's filters, counting only those that the person may see. */
export function listAmountsRoute(app: FastifyInstance, { db, contextOf }: RouteParts): void {
  app.get('/api/acme/agreement/amounts', { config: { right: { resource: agreement.name, permission: 'read' } } }, async (request) => {
    const context = contextOf(db, request);
    const filters = readFilters(agreement, recordOf(request.query));
    const { rows } = await sql<ListAmounts>`
        SELECT coalesce(sum(t.agreement_amount), 0)::float8 AS amount,
          coalesce(sum(t.agreement_amount) FILTER (WHERE t.agreement_state = ${states.live}), 0)::float8 AS live
        FROM acme_agreement t
        WHERE ${visible(context, agreement)} AND ${conditionOf(context, agreement, filters)}`.execute(db);
    return ok(rows[0]);
  });
}
