import type { ResetPassword } from '../../account/own.ts';
import { textOf } from '@back-office/contract/resource/text-of.ts';
import { user } from '../user.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { RouteParts } from '@back-office/server/crud/operations.ts';
import { selectLocked } from '@back-office/server/crud/select.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { once } from '@back-office/server/identity/session/once.ts';
import { Refusal } from '@back-office/server/platform/http/refusal.ts';
import { hashRandomPassword, randomPassword } from '@back-office/server/identity/session/password.ts';
import { endSessionsOf } from '@back-office/server/identity/session/session-store.ts';
import { guardAccess } from './user-guard.ts';

/**
 * PUT reset-password/{id}: gives somebody a one-time password, which the answer holds once, and ends their sessions.
 * 40300 for one's own account, which has the personal centre, and for an account that the caller may not touch.
 */
export function resetPasswordRoute(app: FastifyInstance, parts: RouteParts): void {
  app.put<{ Params: { id: string } }>(
    '/api/sys/user/reset-password/:id',
    { config: { right: { resource: 'sys/user', permission: 'edit' } } },
    async (request) =>
      ok(
        await once(parts.db, request, async (db): Promise<ResetPassword> => {
          const context = parts.contextOf(db, request);
          const row = await selectLocked(context, user, request.params.id);
          if (row.id === context.user.userId) throw new Refusal('notPermitted', { message: '请在个人中心修改自己的密码' });
          await guardAccess(context, row);
          const oneTimePassword = randomPassword();
          await sql`UPDATE sys_user SET user_password = ${hashRandomPassword(oneTimePassword)}, password_once = true,
            password_given = true, password_time = now() WHERE id = ${row.id}::uuid`.execute(db);
          await endSessionsOf(db, [row.id], '密码已被重置，请重新登录');
          await context.record(context, [{ resource: user, type: '重置密码', id: row.id, target: textOf(row['userName']), fields: [] }]);
          return { oneTimePassword };
        }),
      ),
  );
}
