import { ownUser } from '../own-user.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Context } from '@back-office/server/crud/context.ts';
import { defaultOperations, type Operations, type RouteParts } from '@back-office/server/crud/operations.ts';
import { checkAll } from '@back-office/server/crud/save.ts';
import { select } from '@back-office/server/crud/select.ts';
import { recordIn } from '@back-office/contract/record-in.ts';
import { once } from '@back-office/server/identity/session/once.ts';
import { recordOf } from '@back-office/server/platform/http/record-of.ts';
import { type CallShape, formShape, idShape } from '@back-office/contract/calls/call-shape.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { conflict, Refusal, refused, refusedField } from '@back-office/server/platform/http/refusal.ts';
import { signedInOf } from '@back-office/server/identity/session/session-hook.ts';
import { extendedAs } from '../../shared/server/extended-as.ts';
import { userShapes } from './user-shapes.ts';
import { looksLikeAdmin } from '@back-office/server/identity/looks-like-admin.ts';

const extendedOwn = extendedAs(ownUser);

const shape = {
  body: formShape(ownUser).extend({ id: idShape.optional(), version: z.int() }),
  data: userShapes.selectInfo.data,
} satisfies CallShape;

/** GET select-info/{id} and PUT save-info: the user's own record, never another's. */
export function profileRoutes(app: FastifyInstance, parts: RouteParts): void {
  const { write } = parts.wrapped(ownUser.name, defaultOperations);
  app.get<{ Params: { id: string } }>(
    '/api/sys/user/select-info/:id',
    { config: { right: 'session', shape: userShapes.selectInfo } },
    async (request) => {
      const signedIn = signedInOf(request);
      if (request.params.id.toLowerCase() !== signedIn.userId) throw new Refusal('gone');
      return ok(await ownRecord(parts.contextOf(parts.db, request)));
    },
  );

  app.put('/api/sys/user/save-info', { config: { right: 'session', shape } }, async (request) => {
    const posted = recordOf(request.body);
    return ok(await once(parts.db, request, (db) => saveInfo(parts.contextOf(db, request), posted, write)));
  });
}

/** Without the fields that modules add: showing them is up to those modules. */
const ownRecord = (context: Context) => select(context, ownUser, context.user.userId);

/** The target is always the session's own user; another id in the body is answered as a record that is gone. */
async function saveInfo(context: Context, posted: Readonly<Record<string, unknown>>, write: Operations['write']) {
  const { id = context.user.userId } = posted;
  if (id !== context.user.userId) throw new Refusal('gone');
  const own = extendedOwn(context);
  const checking = checkAll(context, own, [{ ...posted, id: context.user.userId }], { alone: true });
  const { checked, issues } = await checking.catch(async (error: unknown) => {
    if (!(error instanceof Refusal) || recordIn(error.data)['conflict'] !== 'version') throw error;
    throw conflict({ conflict: 'version', current: await ownRecord(context) });
  });
  if (issues.length > 0) throw refused(issues.map(({ field, message }) => ({ field, message })));
  const name = checked[0]?.values.userName;
  if (!context.user.rights.all && typeof name === 'string' && name !== checked[0]?.current?.userName && looksLikeAdmin(name))
    throw refusedField('userName', '姓名不能与管理员相似');
  await write(context, own, checked);
  return ownRecord(context);
}
