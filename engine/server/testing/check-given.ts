import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '@back-office/contract/is-record.ts';
import type { FastifyInstance } from 'fastify';

/**
 * Checks every answer of a server against the shape that its route declares (docs/decisions/0095-shapes-of-calls.md): no extra field, none missing,
 * and each of its type. An answer that does not match becomes an error of the server. Call it before the first request.
 */
export function checkGiven(server: FastifyInstance): void {
  server.addHook('preSerialization', async (request, _reply, payload) => {
    const { shape } = request.routeOptions.config;
    if (shape === undefined || !isRecord(payload) || payload['success'] !== true) return payload;
    const data: unknown = payload['data'] === undefined ? undefined : JSON.parse(JSON.stringify(payload['data']));
    const read = shape.data.safeParse(data);
    const where = `The answer of ${request.method} ${request.routeOptions.url ?? ''} does not fit the shape that its route declares`;
    if (!read.success) throw new Error(`${where}: ${JSON.stringify(read.error.issues)}`);
    if (!isDeepStrictEqual(read.data, data)) throw new Error(`${where}: there is more in ${JSON.stringify(data)}`);
    return payload;
  });
}
