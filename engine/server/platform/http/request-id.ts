import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../settings.ts';
import { trustFunction } from '../trusted-proxies.ts';

/** The form of a proxy's request id: it ends up in logs, in headers and in the operation log. */
const wellFormed = /^[\w-]{8,64}$/;

/**
 * Gives each request its id: the one in a proxy's X-Request-Id, if TRUST_PROXY trusts that proxy and the id is
 * well-formed, so that a line of the proxy's log leads to ours; otherwise one of our own.
 */
export function requestIdOf({ trustProxy }: Settings): (request: IncomingMessage) => string {
  const isTrusted = trustFunction(trustProxy) || (() => false);
  return ({ headers, socket }) => {
    const given = headers['x-request-id'];
    return typeof given === 'string' && wellFormed.test(given) && isTrusted(socket.remoteAddress ?? '', 0) ? given : randomUUID();
  };
}

/** Every answer contains the id of its request, even if a hook refused it. Register it before every hook that may refuse. */
export function sendRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
}
