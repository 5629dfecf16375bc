import { outcomes } from '@back-office/contract/status.ts';
import type { EndedSessions, OwnSession } from '../own.ts';
import { isId } from '@back-office/contract/resource/field-schema.ts';
import { session } from '../../sessions/session.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Context } from '@back-office/server/crud/context.ts';
import type { RouteParts } from '@back-office/server/crud/operations.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import type { CallShape } from '@back-office/contract/calls/call-shape.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { once } from '@back-office/server/identity/session/once.ts';
import { Refusal, refusedField } from '@back-office/server/platform/http/refusal.ts';
import { signedInOf } from '@back-office/server/identity/session/session-hook.ts';
import { writeLoginLog } from '@back-office/server/identity/attempts/write-login-log.ts';
import type { SessionLife } from '@back-office/server/identity/session/session-life.ts';
import { endSession } from '@back-office/server/identity/session/end-sessions.ts';
import { scopeValuesOf } from '@back-office/server/identity/rights/reach.ts';
import type { SignedIn } from '@back-office/server/identity/rights/signed-in.ts';
import { ownShapes } from './own-shapes.ts';
import { secondsAgo } from '@back-office/server/platform/database/now.ts';

export type OwnParts = RouteParts & { life: SessionLife };

const own = (shape: CallShape) => ({ config: { right: 'session', shape } }) as const;

/** The user's own sessions in the personal centre, and the calls that end them; never another person's. */
export function ownSessionRoutes(app: FastifyInstance, parts: OwnParts): void {
  app.get('/api/sys/user/select-sessions', own(ownShapes.sessions), async (request) =>
    ok(await sessionsOf(parts.db, parts, signedInOf(request))),
  );

  app.delete<{ Params: { id: string } }>('/api/sys/user/end-session/:id', own(ownShapes.endSession), async (request) => {
    const id = request.params.id.toLowerCase();
    if (!isId(id)) throw new Refusal('gone');
    if (id === signedInOf(request).sessionId) throw refusedField('id', '不能下线当前设备，请使用退出登录');
    const { ended } = await end(parts, request, ['=', id]);
    if (ended === 0) throw new Refusal('gone');
    return ok(undefined);
  });

  app.delete('/api/sys/user/end-other-sessions', own(ownShapes.endOthers), async (request) =>
    ok(await end(parts, request, ['!=', signedInOf(request).sessionId])),
  );
}

/** Active sessions, the current one first. Expired sessions are left out even if nothing has ended them yet. */
async function sessionsOf(db: Kysely<Tables>, { life: { idle, total } }: OwnParts, { userId, sessionId }: SignedIn): Promise<OwnSession[]> {
  return db
    .selectFrom('sys_online')
    .select(['id', 'loginIp', 'loginBrowser', 'loginOs', 'loginTime', 'lastSeenTime', 'tabCount'])
    .select((eb) => eb('id', '=', sessionId).$castTo<boolean>().as('current'))
    .where('sysUserId', '=', userId)
    .where('lastSeenTime', '>=', secondsAgo(idle))
    .$if(total > 0, (sessions) => sessions.where('loginTime', '>=', secondsAgo(total)))
    .orderBy('current', 'desc')
    .orderBy('lastSeenTime', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Ends the matching sessions of the user; each is told the reason, and both logs get an entry. */
function end(parts: OwnParts, request: FastifyRequest, [operator, other]: ['=' | '!=', string]): Promise<EndedSessions> {
  return once(parts.db, request, async (db) => {
    const context = parts.contextOf(db, request);
    const rows = await db
      .selectFrom('sys_session')
      .select(['id', 'loginIp', 'loginBrowser', 'loginOs'])
      .where('sysUserId', '=', context.user.userId)
      .where('endTime', 'is', null)
      .where('id', operator, other)
      .orderBy('id')
      .forUpdate()
      .execute();
    for (const { id, loginIp, loginBrowser, loginOs } of rows) {
      await endSession(db, id, '您已在其他设备上将本设备下线');
      await note(context, { ip: loginIp ?? '', browser: loginBrowser, os: loginOs });
    }
    const { userId, userAccount } = context.user;
    const stood = scopeValuesOf(session, { sysUserId: userId });
    await context.record(
      context,
      rows.map(({ id }) => ({ resource: session, type: '下线', id, target: userAccount, fields: [], stood })),
    );
    return { ended: rows.length };
  });
}

const note = ({ db, user: { userId, userAccount, userName } }: Context, client: Parameters<typeof writeLoginLog>[2]): Promise<void> =>
  writeLoginLog(
    db,
    { account: userAccount, name: userName, userId, type: '强制退出', status: outcomes.success, message: '由本人在其他设备下线' },
    client,
  );
