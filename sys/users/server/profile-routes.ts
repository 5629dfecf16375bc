import { user } from '../user.ts';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Context } from '@back-office/server/crud/context.ts';
import { defaultOperations, type Operations, type RouteParts } from '@back-office/server/crud/operations.ts';
import { checkAll } from '@back-office/server/crud/save.ts';
import { select } from '@back-office/server/crud/select.ts';
import { once } from '@back-office/server/identity/session/once.ts';
import { recordOf } from '@back-office/server/platform/http/record-of.ts';
import { type CallShape, formShape, idShape, recordShape } from '@back-office/contract/calls/call-shape.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { Refusal, refused, refusedField } from '@back-office/server/platform/http/refusal.ts';
import { signedInOf } from '@back-office/server/identity/session/session-hook.ts';
import { extendedAs } from '../../shared/server/extended-as.ts';
import { userShapes } from './user-shapes.ts';
import { looksLikeAdmin } from '@back-office/server/identity/session/looks-like-admin.ts';

const { scope: _scope, ...everyone } = user;

/**
 * The user's record for the personal centre, which writes five of its fields (docs/wire.md "Specific calls"). Without a data scope, so that people
 * always see themselves.
 */
const profile = defineResource({
  ...everyone,
  form: ['userName', 'userAvatar', 'userGender', 'userPhone', 'userEmail'],
  rules: [],
  import: [],
});

const extendedProfile = extendedAs(profile);

const shape = {
  body: formShape(profile).extend({ id: idShape.optional(), version: z.int() }),
  data: recordShape(user),
} satisfies CallShape;

/** GET select-info/{id} and PUT save-info: the user's own record, never another's. */
export function profileRoutes(app: FastifyInstance, parts: RouteParts): void {
  const { write } = parts.wrapped(user.name, defaultOperations);
  app.get<{ Params: { id: string } }>(
    '/api/sys/user/select-info/:id',
    { config: { right: 'session', shape: userShapes.selectInfo } },
    async (request) => {
      const signedIn = signedInOf(request);
      if (request.params.id.toLowerCase() !== signedIn.userId) throw new Refusal('gone');
      return ok(await select(parts.contextOf(parts.db, request), profile, signedIn.userId));
    },
  );

  app.put('/api/sys/user/save-info', { config: { right: 'session', shape } }, async (request) => {
    const posted = recordOf(request.body);
    return ok(await once(parts.db, request, (db) => saveInfo(parts.contextOf(db, request), posted, write)));
  });
}

/** The target is always the session's own user; another id in the body is answered as a record that is gone. */
async function saveInfo(context: Context, posted: Readonly<Record<string, unknown>>, write: Operations['write']) {
  const { id = context.user.userId } = posted;
  if (id !== context.user.userId) throw new Refusal('gone');
  const own = extendedProfile(context);
  const { checked, issues } = await checkAll(context, own, [{ ...posted, id: context.user.userId }], { alone: true });
  if (issues.length > 0) throw refused(issues.map(({ field, message }) => ({ field, message })));
  const name = checked[0]?.values.userName;
  if (!context.user.rights.all && typeof name === 'string' && name !== checked[0]?.current?.userName && looksLikeAdmin(name))
    throw refusedField('userName', '姓名不能与管理员相似');
  await write(context, own, checked);
  // Fields that modules add are left out: showing them is up to those modules.
  return select(context, profile, context.user.userId);
}
