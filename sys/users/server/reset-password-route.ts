import type { ResetPassword } from '../reset-password.ts';
import { user } from '../user.ts';
import type { FastifyInstance } from 'fastify';
import type { RouteParts } from '@back-office/server/crud/operations.ts';
import { selectLocked } from '@back-office/server/crud/select.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { once } from '@back-office/server/identity/session/once.ts';
import { Refusal } from '@back-office/server/platform/http/refusal.ts';
import { hashRandomPassword, randomPassword } from '@back-office/server/identity/passwords/password.ts';
import { endSessionsOf } from '@back-office/server/identity/session/end-sessions.ts';
import type { Services } from '@back-office/server/office/server-feature.ts';
import { tellOfReset } from '../../shared/server/tell-of-reset.ts';
import { guardAccess } from './user-guard.ts';
import { userShapes } from './user-shapes.ts';
import { now } from '@back-office/server/platform/database/now.ts';

/** Who reset a password, for its owner. */
export const resetBy = (account: string): string => `由管理员 ${account} 重置`;

/**
 * PUT reset-password/{id}: sets a one-time password for somebody, which only this answer contains, and ends their sessions. 40300 for the user's own
 * account, which has the personal centre, and for accounts that the caller may not change.
 */
export function resetPasswordRoute(app: FastifyInstance, parts: RouteParts, services: Services): void {
  app.put<{ Params: { id: string } }>(
    '/api/sys/user/reset-password/:id',
    { config: { right: { resource: 'sys/user', permission: 'edit' }, keys: false, shape: userShapes.resetPassword } },
    async (request) =>
      ok(
        await once(parts.db, request, async (db): Promise<ResetPassword> => {
          const context = parts.contextOf(db, request);
          const row = await selectLocked(context, user, request.params.id);
          if (row.id === context.user.userId) throw new Refusal('notPermitted', { message: '请在个人中心修改自己的密码' });
          await guardAccess(context, row);
          const oneTimePassword = randomPassword();
          const userPassword = hashRandomPassword(oneTimePassword);
          await db
            .updateTable('sys_user')
            .set({ userPassword, passwordOnce: true, passwordGiven: true, passwordGiver: context.user.userId, passwordTime: now })
            .where('id', '=', row.id)
            .execute();
          await endSessionsOf(db, [row.id], '密码已被重置，请重新登录');
          await tellOfReset(services, db, [row.id], resetBy(context.user.userAccount));
          await context.record(context, [{ resource: user, type: '重置密码', id: row.id, target: row.userName, fields: [] }]);
          return { oneTimePassword };
        }),
      ),
  );
}
