import { user } from '../user.ts';
import type { FastifyInstance } from 'fastify';
import type { RouteParts } from '@back-office/server/crud/operations.ts';
import { selectLocked } from '@back-office/server/crud/select.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { once } from '@back-office/server/identity/session/once.ts';
import { endTwoFactor } from '@back-office/server/identity/two-factor/two-factor.ts';
import { guardAccess } from './user-guard.ts';
import { userShapes } from './user-shapes.ts';

/** PUT reset-two-step/{id}: removes the second factor of a person who lost their device; refused if the caller may not change the account. */
export function resetTwoFactorRoute(app: FastifyInstance, parts: RouteParts): void {
  app.put<{ Params: { id: string } }>(
    '/api/sys/user/reset-two-step/:id',
    { config: { right: { resource: 'sys/user', permission: 'edit' }, keys: false, shape: userShapes.resetTwoFactor } },
    async (request) =>
      ok(
        await once(parts.db, request, async (db) => {
          const context = parts.contextOf(db, request);
          const row = await selectLocked(context, user, request.params.id);
          await guardAccess(context, row);
          await endTwoFactor(db, row.id);
          await context.record(context, [{ resource: user, type: '重置两步验证', id: row.id, target: row.userName, fields: [] }]);
        }),
      ),
  );
}
