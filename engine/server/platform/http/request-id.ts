import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../settings.ts';
import { trustFunction } from '../trusted-proxies.ts';

/** What a proxy may call a request by: it ends up in logs, in headers and in the operation log. */
const wellFormed = /^[\w-]{8,64}$/;

/**
 * Gives each request its id: the one that a proxy sent along in X-Request-Id, when TRUST_PROXY believes that proxy and
 * it is well-formed, so that a line of the proxy's log leads to ours; else one of our own.
 */
export function requestIdOf({ trustProxy }: Settings): (request: IncomingMessage) => string {
  const isTrusted = trustFunction(trustProxy) || (() => false);
  return ({ headers, socket }) => {
    const given = headers['x-request-id'];
    return typeof given === 'string' && wellFormed.test(given) && isTrusted(socket.remoteAddress ?? '', 0) ? given : randomUUID();
  };
}

/** Every answer says the id of its request, also one that a hook refused. Register it before whatever may refuse. */
export function sendRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
}
