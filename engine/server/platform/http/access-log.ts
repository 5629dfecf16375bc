import { recordIn } from '@back-office/contract/record-in.ts';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The envelope's code, once the answer is known. */
    answerCode: number | null;
    /** Its message: it is for the caller, and never in the access log. */
    answerMessage: string | null;
  }
}

/**
 * One log line for each request: the route's template, never the path's values nor the query (docs/wire.md "Session":
 * no query string of any call is ever logged), with the envelope's code, so that a monitor sees business outcomes.
 */
export function accessLog(app: FastifyInstance): void {
  app.decorateRequest('answerCode', null);
  app.decorateRequest('answerMessage', null);
  app.addHook('preSerialization', async (request, _reply, payload) => {
    const { code, message } = recordIn(payload);
    if (typeof code === 'number') request.answerCode = code;
    if (typeof message === 'string') request.answerMessage = message;
    return payload;
  });
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        code: request.answerCode,
        duration: Math.round(reply.elapsedTime),
        user: request.signedIn?.userId,
      },
      'request',
    );
  });
}
