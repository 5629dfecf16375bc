import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isLockTimeout, isUnavailable, OutcomeUnknown } from '../database/database-errors.ts';
import { discardRest } from './discard-rest.ts';
import { Refusal } from './refusal.ts';
import { Unavailable } from './unavailable.ts';

/**
 * Turns any error thrown by a route into an envelope. An unexpected error is a bug of ours: 50000 with the request's id
 * and no detail of the error, which goes to the log alone.
 */
export function errorHandler(error: FastifyError | Refusal | Error, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalOf(error, request);
  if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter));
  removeStreamHeaders(reply);
  // Fastify closes the connection after every body that it cannot parse. A body read to its end does no harm to the
  // request behind it, which may already be under way and would never be answered.
  if (refusal.outcome === 'malformed' && request.raw.readableEnded) reply.removeHeader('connection');
  const send = () => void reply.code(refusal.status).send(refusal.envelope());
  const endsConnection = refusal.outcome === 'tooLarge' || reply.getHeader('connection') === 'close' || !reply.raw.shouldKeepAlive;
  if (!endsConnection) return send();
  // A body that was not read to its end would be parsed as the next request on the connection.
  reply.header('connection', 'close');
  void discardRest(request.raw).then(send);
}

/** Removes the headers of a stream that failed before its first byte was sent: the refusal is JSON, and must not be cached. */
function removeStreamHeaders(reply: FastifyReply): void {
  if (reply.raw.headersSent) return;
  for (const name of [
    'content-type',
    'etag',
    'content-disposition',
    'accept-ranges',
    'content-range',
    'content-length',
    'content-encoding',
  ]) {
    reply.removeHeader(name);
    reply.raw.removeHeader(name);
  }
  reply.header('cache-control', 'no-store');
}

function refusalOf(error: FastifyError | Refusal | Error, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof OutcomeUnknown) {
    return new Refusal('unavailable', { message: '结果未知，请刷新确认' });
  }
  if (error instanceof Unavailable) {
    request.log.error({ err: error }, 'Something that the server depends on has failed');
    return new Refusal('unavailable');
  }
  // Checked before database failures: a client that disconnected has the same error code as a lost connection.
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413) return new Refusal('tooLarge');
  if (status === 429) return new Refusal('tooMany');
  if (status !== undefined && status >= 400 && status < 500) return new Refusal('malformed');
  if (isLockTimeout(error)) return new Refusal('unavailable', { message: '数据正被其他操作占用，请稍后重试', retryAfter: 3 });
  if (isUnavailable(error)) {
    request.log.error({ err: error }, 'The database is not available');
    return new Refusal('unavailable');
  }
  request.log.error({ err: error }, 'A request failed');
  return new Refusal('serverError', { data: { requestId: request.id } });
}
