import { outcomes } from '@back-office/contract/status.ts';
import { isId } from '@back-office/contract/resource/field-schema.ts';
import type { WithFieldsOf } from '@back-office/contract/resource/resource.ts';
import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { session } from '../session.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '@back-office/server/crud/context.ts';
import type { ResourcePart, RouteParts } from '@back-office/server/crud/operations.ts';
import { selectRows } from '@back-office/server/crud/select.ts';
import { nothing } from '@back-office/contract/calls/call-shape.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { once } from '@back-office/server/identity/session/once.ts';
import { Refusal, requireFound } from '@back-office/server/platform/http/refusal.ts';
import { scopeValuesOf } from '@back-office/server/identity/rights/reach.ts';
import { systemIds } from '@back-office/server/identity/system-ids.ts';
import { writeLoginLog } from '@back-office/server/identity/attempts/write-login-log.ts';
import { endSession } from '@back-office/server/identity/session/end-sessions.ts';
import { anyOf } from '@back-office/server/platform/database/any-of.ts';

/** People online: deleting a session ends it, which is a forced logout (docs/wire.md "Specific calls"). */
export const sessionPart: ResourcePart = { operations: { remove: endSessions }, routes: deleteUserRoute };

/** DELETE delete-user/{id}: ends all sessions of a person that are visible to the caller, like `delete` for one. */
function deleteUserRoute(app: FastifyInstance, parts: RouteParts): void {
  app.delete<{ Params: { id: string } }>(
    '/api/sys/session/delete-user/:id',
    { config: { right: { resource: 'sys/session', permission: 'delete' }, shape: { data: nothing } } },
    async (request) => {
      const { id } = request.params;
      if (!isId(id)) throw new Refusal('gone');
      return ok(
        await once(parts.db, request, async (db) => {
          // A session may just be replaced, as by a password change: after the lock the new one is read, and ended too.
          await db.selectFrom('sys_session').select('id').where('sysUserId', '=', id).where('endTime', 'is', null).forUpdate().execute();
          const rows = await db.selectFrom('sys_online').select('id').where('sysUserId', '=', id).execute();
          const context = parts.contextOf(db, request);
          const seen = await selectRows(
            context,
            session,
            rows.map((row) => row.id),
          );
          if (seen.length === 0) throw new Refusal('gone');
          await endSessions(
            context,
            session,
            seen.map((row) => row.id),
          );
        }),
      );
    },
  );
}

async function endSessions(context: Context, resource: WithFieldsOf<typeof session>, ids: readonly string[]): Promise<void> {
  const rows = await selectRows(context, resource, ids, { lock: true });
  requireFound(ids, rows);
  if (!context.user.rights.all && (await areAdministrators(context, rows)))
    throw new Refusal('notPermitted', { message: '不能强制管理员下线' });
  const { reason } = context.origin;
  const because = reason === undefined ? '' : `：${reason}`;
  for (const row of rows) {
    await endSession(context.db, row.id, `您已被管理员强制下线${because}`);
    const client = { ip: context.origin.ip, browser: row.loginBrowser ?? '', os: row.loginOs ?? '' };
    await writeLoginLog(
      context.db,
      {
        account: row.userAccount ?? '',
        name: row.sysUserIdLabel ?? '',
        userId: row.sysUserId ?? '',
        type: '强制退出',
        status: outcomes.success,
        message: `由 ${context.user.userAccount} 强制下线${because}`,
      },
      client,
    );
  }
  await context.record(
    context,
    rows.map((row) => ({
      resource,
      type: '强制退出',
      id: row.id,
      target: row.userAccount ?? '',
      fields: [],
      stood: scopeValuesOf(resource, row),
      ...(reason === undefined ? {} : { message: reason }),
    })),
  );
}

/** Whether any of the sessions is an administrator's. */
async function areAdministrators({ db }: Context, rows: readonly Pick<RecordOf<typeof session>, 'sysUserId'>[]): Promise<boolean> {
  const people = rows.flatMap(({ sysUserId }) => sysUserId ?? []);
  const found = await db
    .selectFrom('sys_user_role')
    .select('ownerId')
    .where('ownerId', '=', anyOf(people))
    .where('targetId', '=', systemIds.adminRole)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
