import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { hasDiskSpace } from '../database/has-disk-space.ts';
import { lastKnown } from '../database/last-known.ts';
import type { Database } from '../database/database.ts';
import type { Load } from './shed-load.ts';

/** How long an answer about the database is cached, so that a flood of probes does not reach it (docs/hardening.md I16), and awaited. */
const caching = { keptMs: 1000, withinMs: 700 };

/**
 * GET /healthz: the process is alive. GET /readyz: it can serve, that is, the database answers, accepts changes, and
 * the server is neither closing nor refusing calls; with the longest delay of the event loop in the last seconds, in milliseconds. Both answer within a second, whatever the database does. A full disk stops a database
 * server, but the embedded database keeps running and refuses each change: so a write to its folder is tried.
 */
export function healthRoutes(app: FastifyInstance, database: Database, dataDir: string, load: Load): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  // A primary may have become a replica since the start.
  const askDatabase = lastKnown(async () => {
    const { rows } = await sql<{ readonly: string }>`SELECT current_setting('transaction_read_only') AS readonly`.execute(
      database.urgent.db,
    );
    return rows[0]?.readonly === 'off' && (database.kind === 'postgresql' || (await hasDiskSpace(dataDir)));
  }, caching);
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const { value, isStale } = await askDatabase();
    const ready = !closing && value === true && !isStale && !load.isShedding;
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', loopDelay: load.delay });
  });
}
