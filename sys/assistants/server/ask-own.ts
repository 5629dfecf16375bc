import { isRecord } from '@back-office/contract/is-record.ts';
import { codes } from '@back-office/contract/envelope.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** What one of the product's own calls answered. */
export type Answer =
  | { readonly ok: true; readonly data: unknown }
  | { readonly ok: false; readonly code: number; readonly message: string };

/** Most characters of a query, as far as the headers of a request hold one. */
const longest = 12_000;

/** Headers of the request that the call is made for: who asks, and where the product is reached. */
const passedOn = ['authorization', 'host', 'user-agent', 'accept-language'] as const;

/**
 * Reads by one of the product's own calls, with the key of the request: whatever holds for a program that makes the call itself
 * (rights, data scopes, addresses, limits, the log of refusals) holds here, since it is that call.
 */
export async function askOwn(app: FastifyInstance, request: FastifyRequest, path: string, query: URLSearchParams): Promise<Answer> {
  // No connection would carry it: only what is called within the process may be as long as one likes.
  if (query.toString().length > longest) return { ok: false, code: codes.refused.code, message: '条件太长，请减少一些' };
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
