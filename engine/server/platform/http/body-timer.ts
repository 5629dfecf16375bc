import type { FastifyInstance } from 'fastify';
import { clientError } from './client-error.ts';

/** Longest time for a body to arrive, in milliseconds; slower is an attack (docs/hardening.md I06). */
const bodyMs = 30_000;

/**
 * Aborts a request whose body does not end in time. Node's own `requestTimeout` would do, but it allows no exceptions,
 * and a large chunk over a slow line takes minutes.
 */
export function bodyTimer(app: FastifyInstance, limitMs = bodyMs): void {
  app.addHook('onRequest', async (request, reply) => {
    const { raw, routeOptions } = request;
    const hasBody = raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > 0;
    if (!hasBody || routeOptions.config.slowBody === true) return;
    const timer = setTimeout(() => {
      if (raw.complete) return;
      clientError(Object.assign(new Error('The body took too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), raw.socket);
      raw.destroy();
    }, limitMs);
    const stop = (): void => clearTimeout(timer);
    raw.once('end', stop).once('close', stop);
    reply.raw.once('finish', stop);
  });
}
