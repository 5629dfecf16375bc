import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Context } from '@back-office/server/crud/context.ts';
import type { Operations, RouteParts } from '@back-office/server/crud/operations.ts';
import { selectRows } from '@back-office/server/crud/select.ts';
import { once } from '@back-office/server/identity/session/once.ts';
import { signedInOf } from '@back-office/server/identity/session/session-hook.ts';
import { nothing, recordShape } from '@back-office/contract/calls/call-shape.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { Refusal } from '@back-office/server/platform/http/refusal.ts';

/** A person's records, newest first, of a resource whose records each belong to one by `sys_user_id`, and which has no data scope that could hide them. */
export async function ownRecords(context: Context, resource: Resource, userId: string) {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM ${sql.table(resource.table)} WHERE sys_user_id = ${userId}::uuid ORDER BY create_time DESC, id DESC`.execute(context.db);
  return selectRows(
    context,
    resource,
    rows.map(({ id }) => id),
  );
}

/** Lists one's own records, whatever one's rights on the resource: `select-own` of the personal centre. */
export function ownListRoute(app: FastifyInstance, parts: RouteParts, own: Resource): void {
  const shape = { data: z.array(recordShape(own)) };
  app.get(`/api/${own.name}/select-own`, { config: { right: 'session', shape } }, async (request) =>
    ok(await ownRecords(parts.contextOf(parts.db, request), own, signedInOf(request).userId)),
  );
}

/**
 * Removes one of one's own records, without a proof: `delete-own/:id` of the personal centre, for what opens the account to others. What its owner
 * signs in with needs `onceRemovedConfirmed`.
 */
export function ownRemovalRoute(app: FastifyInstance, parts: RouteParts, { remove }: Pick<Operations, 'remove'>, own: Resource): void {
  app.delete<{ Params: { id: string } }>(
    `/api/${own.name}/delete-own/:id`,
    { config: { right: 'session', shape: { data: nothing } } },
    async (request) => {
      await once(parts.db, request, async (db) => {
        const context = parts.contextOf(db, request);
        await remove(context, own, [await ownIdOf(context, own, request.params.id)]);
      });
      return ok(undefined);
    },
  );
}

/** The id of one's own record; other people's records are answered as gone. */
export async function ownIdOf(context: Context, own: Resource, asked: string): Promise<string> {
  const id = asked.toLowerCase();
  const rows = await ownRecords(context, own, context.user.userId);
  if (!rows.some((row) => row.id === id)) throw new Refusal('gone');
  return id;
}
