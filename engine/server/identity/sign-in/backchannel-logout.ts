import { recordIn } from '@back-office/contract/record-in.ts';
import { outcomes } from '@back-office/contract/status.ts';
import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { formOf } from '../../platform/http/form-of.ts';
import { ok } from '../../platform/http/ok.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { writeLoginLog } from '../attempts/write-login-log.ts';
import { recordProviderLogout } from '../ways/provider-logouts.ts';
import { endSession } from '../session/end-sessions.ts';
import { markTokenUsed } from './login-ticket.ts';
import type { SignInParts } from '../two-factor/sign-in-parts.ts';
import type { SignInMethods } from './sign-in-methods.ts';
import { signInShapes } from './sign-in-shapes.ts';
import { type ProviderLogout, WayRefusal } from '../ways/sign-in-way.ts';

const refused = (): Refusal => new Refusal('malformed', { message: 'logout_token 未通过校验' });

/**
 * POST /api/login/{id}/backchannel-logout (OpenID Connect Back-Channel Logout 1.0): ends exactly the sessions that this
 * provider opened for the token's `sid` or, without one, for its subject. A token is accepted once.
 */
export function backchannelLogout(app: FastifyInstance, { db, guard }: SignInParts, methods: SignInMethods): void {
  const isOff = (): boolean => !methods.list.some(({ id }) => methods.way(id)?.provider?.readLogout !== undefined);
  app.post<{ Params: { id: string } }>(
    '/api/login/:id/backchannel-logout',
    { config: { right: 'public', shape: signInShapes.backchannel, isOff } },
    async (request) => {
      const way = methods.way(request.params.id);
      const readLogout = way?.provider?.readLogout?.bind(way.provider);
      if (way === undefined || readLogout === undefined) throw new Refusal('noSuchCall');
      const { logout_token: token } = recordIn(formOf(request));
      if (typeof token !== 'string' || token === '') throw refused();
      const logout = await readLogout(token).catch(async (error: unknown) => {
        if (!(error instanceof WayRefusal)) throw error;
        request.log.warn({ reason: error.reason }, error.message);
        if (error.why === 'unavailable') throw new Refusal('unavailable', { retryAfter: 10 });
        await guard.attemptFrom(request.ip);
        throw refused();
      });
      await withTransaction(db, async (transaction) => {
        await endPendingSignIns(transaction, logout);
        const tokenHash = await markTokenUsed(transaction, `logout ${logout.issuer} ${logout.id}`);
        if (tokenHash === undefined) throw refused();
        await recordProviderLogout(transaction, tokenHash, logout);
        await endSessionsBy(transaction, logout, `您已在${way.label}退出登录`);
      });
      return ok(undefined);
    },
  );
}

const isTheirs = ({ issuer, subject, sid }: ProviderLogout) =>
  sql<boolean>`signed_in_by @> ${JSON.stringify({ issuer, subject, sid })}::jsonb`;

/** Ends the sign-ins that wait for a further step of their person. */
async function endPendingSignIns(db: Kysely<Tables>, logout: ProviderLogout): Promise<void> {
  for (const table of ['sys_login_ticket', 'sys_sign_in_ticket'] as const) await db.deleteFrom(table).where(isTheirs(logout)).execute();
}

/** Ends the sessions; the change itself notifies open pages, on every node. */
async function endSessionsBy(db: Kysely<Tables>, logout: ProviderLogout, reason: string): Promise<void> {
  const sessions = await db
    .selectFrom('sys_session')
    .select(['id', 'sysUserId', 'userAccount', 'loginIp', 'loginBrowser', 'loginOs'])
    .select((eb) => eb.selectFrom('sys_user as u').select('u.userName').whereRef('u.id', '=', 'sys_session.sysUserId').as('userName'))
    .where('endTime', 'is', null)
    .where('signedInBy', 'is not', null)
    .where(isTheirs(logout))
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const { id, sysUserId: userId, userAccount: account, userName, loginIp, loginBrowser: browser, loginOs: os } of sessions) {
    await endSession(db, id, reason);
    const who = { account, userId, ...(userName === null ? {} : { name: userName }) };
    await writeLoginLog(db, { ...who, type: '强制退出', status: outcomes.success, message: reason }, { ip: loginIp ?? '', browser, os });
  }
}
