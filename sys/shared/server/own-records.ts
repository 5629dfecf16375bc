import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Context } from '@back-office/server/crud/context.ts';
import type { Operations, RouteParts } from '@back-office/server/crud/operations.ts';
import { selectRows } from '@back-office/server/crud/select.ts';
import { once } from '@back-office/server/identity/session/once.ts';
import { signedInOf } from '@back-office/server/identity/session/session-hook.ts';
import { nothing, recordShape } from '@back-office/contract/calls/call-shape.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { Refusal } from '@back-office/server/platform/http/refusal.ts';

/** A resource whose records each belong to a person, by `sysUserId`. */
export interface Owned {
  /** Without a data scope, which could hide a person's own records. */
  resource: Resource;
  table: 'sys_token' | 'sys_linked_account';
}

/** A person's records, newest first. */
export async function ownRecords(context: Context, { resource, table }: Owned, userId: string) {
  const rows = await context.db
    .selectFrom(table)
    .select('id')
    .where('sysUserId', '=', userId)
    .orderBy('createTime', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return selectRows(
    context,
    resource,
    rows.map(({ id }) => id),
  );
}

/**
 * `select-own` and `delete-own/:id` of the personal centre: listing and removing one's own records, whatever one's rights on the resource. Other
 * people's records are answered as gone.
 */
export function ownRecordRoutes(app: FastifyInstance, parts: RouteParts, { remove }: Pick<Operations, 'remove'>, owned: Owned): void {
  const config = { right: 'session' } as const;
  const given = { data: z.array(recordShape(owned.resource)) };
  app.get(`/api/${owned.resource.name}/select-own`, { config: { ...config, shape: given } }, async (request) =>
    ok(await ownRecords(parts.contextOf(parts.db, request), owned, signedInOf(request).userId)),
  );
  app.delete<{ Params: { id: string } }>(
    `/api/${owned.resource.name}/delete-own/:id`,
    { config: { ...config, shape: { data: nothing } } },
    async (request) => {
      const id = request.params.id.toLowerCase();
      await once(parts.db, request, async (db) => {
        const context = parts.contextOf(db, request);
        const rows = await ownRecords(context, owned, context.user.userId);
        if (!rows.some((row) => row.id === id)) throw new Refusal('gone');
        await remove(context, owned.resource, [id]);
      });
      return ok(undefined);
    },
  );
}
