import { sessionEndsHeader, writeSessionEnds } from '@back-office/contract/calls/session-ends.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SessionStore } from './session-store.ts';
import type { SignedIn } from '../rights/signed-in.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { mayCall, openToKeys } from '../../platform/http/right.ts';

declare module 'fastify' {
  interface FastifyRequest {
    signedIn: SignedIn | null;
  }
  interface FastifyInstance {
    sessions: SessionStore;
  }
}

/**
 * Asks, before a byte of the body is read, who is calling and whether they may. Refuses with 40003 or 41003 without a
 * good session, 40301, 40303 or 40304 while something must be done first, 40300 without the right, and for any change in a preview. Tells when the session ends.
 */
export function sessionHook(app: FastifyInstance, sessions: SessionStore): void {
  app.decorateRequest('signedIn', null);
  app.decorate('sessions', sessions);
  app.addHook('onRequest', async (request, reply) => {
    const right = request.routeOptions.config.right;
    if (right === undefined || right === 'public') return;
    const token = tokenOf(request);
    if (token === undefined) throw new Refusal('noSession');
    const signedIn = isKeyLike(token) ? await sessions.checkKey(token, request.ip) : await sessions.check(token);
    request.signedIn = signedIn;
    reply.header(sessionEndsHeader, writeSessionEnds(signedIn.endsIn));
    admit(request, signedIn);
  });
}

/** Lets somebody whose session was just checked make the call of this request; refuses as the hook does. */
export function admit(request: FastifyRequest, signedIn: SignedIn): void {
  const { right = 'public', whileLocked = false, whilePreviewing = false } = request.routeOptions.config;
  request.signedIn = signedIn;
  if (signedIn.key !== undefined && !openToKeys(request.routeOptions.config))
    throw new Refusal('notPermitted', { message: '接口密钥不能调用这个接口' });
  if (signedIn.mustFirst?.outcome === 'screenLocked' && !whileLocked) throw new Refusal('screenLocked');
  if (signedIn.mustFirst !== undefined && right !== 'own') throw new Refusal(signedIn.mustFirst.outcome, signedIn.mustFirst);
  if (signedIn.preview !== undefined && !whilePreviewing && !isReading(request))
    throw new Refusal('notPermitted', { message: `正在以角色“${signedIn.preview.roleName}”预览，只能查看，不能修改` });
  if (!mayCall(signedIn.rights, right)) throw new Refusal('notPermitted');
}

/** A session's token is 43 random characters, which may begin as a key does: one of 260,000. */
const isKeyLike = (token: string): boolean => token.startsWith('bo_') && token.length !== 43;

const isReading = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';

/**
 * The person behind a request whose route asks for a session.
 * @example
 * export const whoRoute = (app: FastifyInstance) => app.get('/api/acme/who', { config: { right: 'session' } }, (request) => ok(signedInOf(request).userName));
 */
export function signedInOf(request: FastifyRequest): SignedIn {
  if (request.signedIn === null) throw new Refusal('noSession');
  return request.signedIn;
}

/** The access token or API key; undefined unless exactly one Authorization header holds exactly one token. Schemes have no case (RFC 9110, 11.1). */
function tokenOf(request: FastifyRequest): string | undefined {
  // Node keeps the first of two Authorization headers without a word.
  const { rawHeaders, headers } = request.raw;
  if (rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'authorization').length !== 1) return undefined;
  return /^(?:Bearer +)?([A-Z0-9_-]{43}|bo_[A-Z0-9_-]{51})$/i.exec(headers.authorization ?? '')?.[1];
}
