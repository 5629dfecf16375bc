import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What this request reads from, where it is not the primary. */
    reader: Kysely<Tables> | undefined;
  }
}

/** Calls that read much: lists, exports, statistics and the search. */
const readsMuch = /^\/api\/(?:.+\/(?:select-page|select-counts|select-levels|select-paths|export)|statistics\/.+|sys\/search)$/;

/** Has those calls read from replicas that have all that was committed before (DATABASE_READ_URL). */
export function readFromReplicas(app: FastifyInstance, { readers }: Pick<Database, 'readers'>): void {
  app.decorateRequest('reader', undefined);
  if (readers === undefined) return;
  app.addHook('preHandler', async (request) => {
    if (request.method === 'GET' && request.signedIn !== null && readsMuch.test(request.routeOptions.url ?? ''))
      request.reader = await readers.current();
  });
}
