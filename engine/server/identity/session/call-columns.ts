import type { FastifyRequest } from 'fastify';
import { newId } from '../../platform/database/new-id.ts';
import { signedInOf } from './session-hook.ts';

/** The columns of a new line of the operation log that say who made this call, by which key, and from where. */
export function callColumns(request: FastifyRequest) {
  const { userId, userAccount, userName, key } = signedInOf(request);
  return {
    id: newId(),
    userAccount,
    userName,
    createUser: userId,
    tokenName: key?.name ?? null,
    requestMethod: request.method,
    requestPath: request.routeOptions.url ?? '',
    optIp: request.ip,
    requestId: request.id,
  };
}
