import { recordOf } from '../../platform/http/record-of.ts';
import type { WatchAnswer } from '@back-office/contract/calls/live.ts';
import { isId } from '@back-office/contract/resource/field-schema.ts';
import { may } from '@back-office/contract/resource/permission.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { RouteParts } from '../operations.ts';
import { select, selectRows } from '../select.ts';
import { type CallShape, nothing, exactShape } from '@back-office/contract/calls/call-shape.ts';
import { isLockTimeout } from '../../platform/database/database-errors.ts';
import { ok } from '../../platform/http/ok.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { signedInOf } from '../../identity/session/session-hook.ts';
import { now } from '../../platform/database/now.ts';

/** The most records that one session watches; the oldest are dropped. */
const maxWatched = 100;

const shape = {
  body: z.object({ resource: z.string().meta({ examples: ['sys/user'] }), id: z.string().meta({ format: 'uuid' }) }),
  data: exactShape<WatchAnswer>({ version: z.int() }),
} satisfies CallShape;

/**
 * POST /api/live/watch `{ resource, id }`: this session receives a frame 67 `record` when someone saves or deletes the record; the answer has its
 * current version. DELETE /api/live/watch/{id} ends the watch. Needs the permission to read the record.
 */
export function watchRoutes(app: FastifyInstance, resources: readonly Resource[], parts: RouteParts): void {
  const { db } = parts;
  const unwatch = (sessionId: string, id: string) =>
    db.deleteFrom('sys_live_watch').where('targetId', '=', id).where('sysSessionId', '=', sessionId).execute();
  app.post('/api/live/watch', { config: { right: 'session', whilePreviewing: true, shape } }, async (request) => {
    const { resource, id } = readTarget(request, resources);
    const { sessionId, rights } = signedInOf(request);
    if (!may(rights, resource.name, 'read')) throw new Refusal('notPermitted');
    await db
      .deleteFrom('sys_live_watch')
      .where('sysSessionId', '=', sessionId)
      .where('targetId', 'in', (eb) =>
        eb
          .selectFrom('sys_live_watch')
          .select('targetId')
          .where('sysSessionId', '=', sessionId)
          .orderBy('createTime', 'desc')
          .offset(maxWatched - 1),
      )
      .execute();
    await db
      .insertInto('sys_live_watch')
      .values({ targetId: id, targetResource: resource.name, sysSessionId: sessionId })
      .onConflict((conflict) => conflict.columns(['targetId', 'sysSessionId']).doUpdateSet({ createTime: now }))
      .execute();
    const version = await settledVersion(parts.contextOf(db, request), resource, id).catch(async (error: unknown) => {
      if (error instanceof Refusal) await unwatch(sessionId, id);
      throw error;
    });
    return ok({ version } satisfies WatchAnswer);
  });
  app.delete<{ Params: { id: string } }>(
    '/api/live/watch/:id',
    { config: { right: 'session', whilePreviewing: true, shape: { data: nothing } } },
    async (request) => {
      const { id } = request.params;
      if (!isId(id)) throw new Refusal('gone');
      const { sessionId } = signedInOf(request);
      await unwatch(sessionId, id);
      return ok(undefined);
    },
  );
}

/**
 * The version once whoever is changing the record has done so, read after it is watched: their change found no watch yet, and is announced to nobody.
 * That of a change that takes longer than a lock is waited for is found by saving.
 */
async function settledVersion(context: Context, resource: Resource, id: string): Promise<number> {
  const settled = await selectRows(context, resource, [id], { lock: 'shared' }).catch((error: unknown) => {
    if (!isLockTimeout(error)) throw error;
  });
  return (settled?.[0] ?? (await select(context, resource, id))).version;
}

function readTarget({ body }: FastifyRequest, resources: readonly Resource[]): { resource: Resource; id: string } {
  const { resource: name, id } = shape.body.safeParse(recordOf(body)).data ?? {};
  const resource = resources.find((declared) => declared.name === name && declared.operations.includes('save'));
  if (resource === undefined || !isId(id)) throw new Refusal('gone');
  return { resource, id: id.toLowerCase() };
}
