import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../platform/http/refusal.ts';
import { mayCall, openToKeys } from '../../platform/http/right.ts';
import { isUse } from './is-use.ts';
import type { SignedIn } from '../rights/signed-in.ts';

/** Admits somebody whose session was just checked to the call of this request; refuses as the session hook does. */
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

/** Looks up again a person admitted from the cache or by an earlier check; refuses as the hook does. */
export async function admitAgain(request: FastifyRequest): Promise<void> {
  const { signedIn, server } = request;
  if (signedIn === null) throw new Refusal('noSession');
  if (request.cachedRows !== null) server.sessions.forget(request.cachedRows);
  request.cachedRows = null;
  const { key, sessionId } = signedIn;
  admit(
    request,
    await (key === undefined
      ? server.sessions.checkSession(sessionId, isUse(request))
      : server.sessions.checkKeyAgain(sessionId, request.ip)),
  );
}

const isReading = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';
