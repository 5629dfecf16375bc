import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isLockTimeout, isUnavailable, OutcomeUnknown } from '../database/database-errors.ts';
import { discardRest } from './discard-rest.ts';
import { Refusal } from './refusal.ts';
import { Unavailable } from './unavailable.ts';

/**
 * Turns whatever a route threw into an envelope. An unexpected error is a bug of ours: 50000 with the request's id and
 * nothing of the error, which goes to the log alone.
 */
export function errorHandler(error: FastifyError | Refusal | Error, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalOf(error, request);
  if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter));
  forgetBytes(reply);
  // Fastify closes the connection after every body that it cannot parse. One that was read to its end harms no request behind it, which may
  // be under way already and would never be answered.
  if (refusal.outcome === 'malformed' && request.raw.readableEnded) reply.removeHeader('connection');
  const send = () => void reply.code(refusal.status).send(refusal.envelope());
  const endsConnection = refusal.outcome === 'tooLarge' || reply.getHeader('connection') === 'close' || !reply.raw.shouldKeepAlive;
  if (!endsConnection) return send();
  // A body that was not read to its end would be parsed as the next request on the connection.
  reply.header('connection', 'close');
  void discardRest(request.raw).then(send);
}

/** What told of bytes whose stream failed before the first of them was sent is not true of the refusal: it is JSON, and nobody may keep it. */
function forgetBytes(reply: FastifyReply): void {
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
  // Before it counts as a failure of the database: a client that went away has the same error code as a lost
  // connection.
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
