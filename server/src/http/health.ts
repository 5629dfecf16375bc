import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../database/open.ts';

/** How long an answer about the database is kept, so that a flood of questions is none to it (hardening.md I16). */
const keptMs = 1000;

/** GET /healthz: the process lives. GET /readyz: it can serve, that is, the database answers and it is not closing. */
export function healthRoutes(app: FastifyInstance, database: Database): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  let asked = 0;
  let answer: Promise<boolean> = Promise.resolve(false);
  const databaseAnswers = (): Promise<boolean> => {
    if (Date.now() - asked > keptMs) {
      asked = Date.now();
      answer = sql`SELECT 1`.execute(database.db).then(
        () => true,
        () => false,
      );
    }
    return answer;
  };
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const ready = !closing && (await databaseAnswers());
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' });
  });
}
