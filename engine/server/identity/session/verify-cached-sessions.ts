import type { FastifyInstance, FastifyRequest, preSerializationAsyncHookHandler } from 'fastify';
import { errorHandler } from '../../platform/http/error-handler.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { admitAgain } from './admit.ts';

/**
 * Ensures that nobody is answered under a session that was not checked. In calls that may use a cached session, a refusal waits until the
 * session was looked up, whose own refusal takes precedence; and an answer without the check of `withRights` is a programming error.
 */
export function verifyCachedSessions(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.cachedSession !== true) return;
    route.errorHandler = (error, request, reply) => {
      void errorAfterCheck(error, request).then((checkedError) => errorHandler(checkedError, request, reply));
    };
    route.preSerialization = [route.preSerialization ?? [], requireVerified].flat();
  });
}

const requireVerified: preSerializationAsyncHookHandler = async ({ cachedRows }, _reply, payload) => {
  if (cachedRows !== null) throw new Error('A call of a cached session was answered, and nobody had asked whether that stands.');
  return payload;
};

/** The error to answer with. An error that is no refusal, such as an unknown outcome, stays as it is. */
async function errorAfterCheck(error: Error, request: FastifyRequest): Promise<Error> {
  if (request.cachedRows === null || !isRefusal(error)) {
    request.cachedRows = null;
    return error;
  }
  try {
    await admitAgain(request);
    return error;
  } catch (refusal) {
    return refusal instanceof Refusal ? refusal : error;
  }
}

/** The framework itself refuses requests that it cannot read. */
const isRefusal = (error: Error & { statusCode?: number }): boolean => error instanceof Refusal || (error.statusCode ?? 500) < 500;
