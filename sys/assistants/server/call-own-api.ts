import { isRecord } from '@back-office/contract/is-record.ts';
import { codes } from '@back-office/contract/envelope.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The answer of one of the product's own calls. */
export type Answer =
  | { readonly ok: true; readonly data: unknown }
  | { readonly ok: false; readonly code: number; readonly message: string };

/** Maximum number of characters of a query, as the headers of a request are limited. */
const maxQueryLength = 12_000;

/** Headers passed on from the original request: identity of the caller, and the product's host. */
const passedOn = ['authorization', 'host', 'user-agent', 'accept-language'] as const;

/**
 * Makes one of the product's own read calls with the key of the request: whatever applies to a program that makes the call itself (rights, data
 * scopes, addresses, limits, the log of refusals) applies here, since it is that call.
 */
export async function callOwnApi(app: FastifyInstance, request: FastifyRequest, path: string, query: URLSearchParams): Promise<Answer> {
  // Longer queries would not fit a real request: only calls within the process have no limit.
  if (query.toString().length > maxQueryLength) return { ok: false, code: codes.refused.code, message: '条件太长，请减少一些' };
  const { statusCode, body } = await app.inject({
    method: 'GET',
    url: `/api/${path}?${query.toString()}`,
    headers: Object.fromEntries(passedOn.flatMap((name) => (request.headers[name] === undefined ? [] : [[name, request.headers[name]]]))),
    remoteAddress: request.ip,
  });
  const envelope: unknown = JSON.parse(body);
  if (!isRecord(envelope) || typeof envelope['code'] !== 'number')
    throw new Error(`The call ${path} answered ${statusCode} without an envelope`);
  const { code, message, data } = envelope;
  return code === codes.ok.code ? { ok: true, data } : { ok: false, code, message: String(message) };
}
