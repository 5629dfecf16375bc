import { announceEvent, type Context, ok, once, readAs, refusedField, type RouteParts, selectLocked, writeAll } from 'back-office/server';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { agreement, type Move, moves } from '../agreement.ts';
import { agreementEvents } from '../agreement-events.ts';

/** PUT submit/{id}, approve/{id}, return/{id} and end/{id}: each needs its own permission. */
export function moveRoutes(app: FastifyInstance, parts: RouteParts): void {
  for (const move of moves)
    app.put<{ Params: { id: string } }>(
      `/api/acme/agreement/${move.call}/:id`,
      { config: { right: { resource: 'acme/agreement', permission: move.permission } } },
      async (request) => {
        const reason = move.asks === undefined ? null : readAs(bodyOf(move.asks), request.body).reason;
        return ok(await once(parts.db, request, (db) => moveAgreement(parts.contextOf(db, request), request.params.id, move, reason)));
      },
    );
}

/** The body of a move that requires a reason. */
const bodyOf = (asks: string) => z.object({ reason: z.string().trim().min(1, `请写明${asks}`).max(200, `${asks}最多 200 字`) });

/** The agreement stays locked until the transaction ends: of two people who move it at once, the second is refused. */
async function moveAgreement(context: Context, id: string, { from, to, label, event }: Move, returnReason: string | null) {
  const current = await selectLocked(context, agreement, id);
  if (current.agreementState !== from)
    throw refusedField('agreementState', `合同现在是“${current.agreementState}”，不能${label}，请刷新后查看`);
  const [moved] = await writeAll(context, agreement, [{ id: current.id, values: { agreementState: to, returnReason }, current }]);
  if (event !== undefined) await announceEvent(context.db, agreementEvents, event, [current.id]);
  return moved;
}
