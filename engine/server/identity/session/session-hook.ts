import { sessionEndsHeader, writeSessionEnds } from '@back-office/contract/calls/session-ends.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CachedRows } from './cached-sessions.ts';
import type { SessionStore } from './session-store.ts';
import { verifyCachedSessions } from './verify-cached-sessions.ts';
import type { SignedIn } from '../rights/signed-in.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { mayCall } from '../../platform/http/right.ts';
import { admit } from './admit.ts';
import { isUse } from './is-use.ts';

declare module 'fastify' {
  interface FastifyRequest {
    signedIn: SignedIn | null;
    /** The cached rows by which the person is signed in, while this request has neither looked them up nor checked them (`withRights`). */
    cachedRows: CachedRows | null;
  }
  interface FastifyInstance {
    sessions: SessionStore;
  }
}

/**
 * Checks who is calling and whether they may, before a byte of the body is read. Refuses with 40003 or 41003 without a good session, 40301, 40303 or
 * 40304 while something must be done first, 40300 without the right, and for any change in a preview. Sends the end of the session in a header.
 */
export function sessionHook(app: FastifyInstance, sessions: SessionStore): void {
  app.decorateRequest('signedIn', null);
  app.decorate('sessions', sessions);
  app.decorateRequest('cachedRows', null);
  verifyCachedSessions(app);
  app.addHook('onRequest', async (request, reply) => {
    const right = request.routeOptions.config.right;
    if (right === undefined || right === 'public') return;
    const token = tokenOf(request);
    if (token === undefined) throw new Refusal('noSession');
    const signedIn = await callerOf(request, sessions, token);
    request.signedIn = signedIn;
    reply.header(sessionEndsHeader, writeSessionEnds(signedIn.endsIn));
    admit(request, signedIn);
  });
}

/** The caller: from the cache for calls that check again at their end, unless the cached rights do not suffice, since they may have been granted meanwhile. */
async function callerOf(request: FastifyRequest, sessions: SessionStore, token: string): Promise<SignedIn> {
  if (isKeyLike(token)) return sessions.checkKey(token, request.ip, request.method !== 'HEAD');
  const { right = 'public', cachedSession = false } = request.routeOptions.config;
  const cached = cachedSession ? sessions.cached(token) : undefined;
  if (cached === undefined || !mayCall(cached.signedIn.rights, right)) return sessions.check(token, isUse(request));
  request.cachedRows = cached.rows;
  return cached.signedIn;
}

/** A session's token has 43 random characters; one in 260,000 begins like a key. */
const isKeyLike = (token: string): boolean => token.startsWith('bo_') && token.length !== 43;

/**
 * The person behind a request whose route requires a session.
 * @example
 * export const whoRoute = (app: FastifyInstance) => app.get('/api/acme/who', { config: { right: 'session' } }, (request) => ok(signedInOf(request).userName));
 */
export function signedInOf(request: FastifyRequest): SignedIn {
  if (request.signedIn === null) throw new Refusal('noSession');
  return request.signedIn;
}

/** The token or API key; undefined unless one Authorization header holds one token. The scheme is case-insensitive (RFC 9110, 11.1). */
function tokenOf(request: FastifyRequest): string | undefined {
  // Node silently keeps the first of two Authorization headers.
  const { rawHeaders, headers } = request.raw;
  if (rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'authorization').length !== 1) return undefined;
  return /^(?:Bearer +)?([A-Z0-9_-]{43}|bo_[A-Z0-9_-]{51})$/i.exec(headers.authorization ?? '')?.[1];
}
