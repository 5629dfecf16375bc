import { user } from '../user.ts';
import type { FastifyInstance } from 'fastify';
import type { RouteParts } from '@back-office/server/crud/operations.ts';
import { selectLocked } from '@back-office/server/crud/select.ts';
import { Refusal } from '@back-office/server/platform/http/refusal.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { once } from '@back-office/server/identity/session/once.ts';
import { endTwoFactor } from '@back-office/server/identity/two-factor/two-factor.ts';
import { guardAccess } from './user-guard.ts';
import { userShapes } from './user-shapes.ts';

/**
 * PUT reset-two-step/{id}: removes the second factor of a person who lost their device. 40300 if the caller may not change the account, and for their own:
 * the personal centre asks for the password and a code (docs/decisions/0016-two-step-sign-in.md).
 */
export function resetTwoFactorRoute(app: FastifyInstance, parts: RouteParts): void {
  app.put<{ Params: { id: string } }>(
    '/api/sys/user/reset-two-step/:id',
    { config: { right: { resource: 'sys/user', permission: 'edit' }, keys: false, shape: userShapes.resetTwoFactor } },
    async (request) =>
      ok(
        await once(parts.db, request, async (db) => {
          const context = parts.contextOf(db, request);
          const row = await selectLocked(context, user, request.params.id);
          if (row.id === context.user.userId) throw new Refusal('notPermitted', { message: '请在个人中心停用自己的两步验证' });
          await guardAccess(context, row);
          await endTwoFactor(db, row.id);
          await context.record(context, [{ resource: user, type: '重置两步验证', id: row.id, target: row.userName, fields: [] }]);
        }),
      ),
  );
}
