import type pg from 'pg';
import { StartError } from '../start-error.ts';

const rounds = 3;

/**
 * Throws a StartError when connections are handed out again for each transaction or statement: what a session sets,
 * prepares, locks or listens to would go to somebody else. Two connections ask in turn which process of the server
 * serves them: their own, each the same one every time, unless a pooler stands between.
 */
export async function refusePooler(pool: pg.Pool): Promise<void> {
  const clients: pg.PoolClient[] = [];
  try {
    for (let at = 0; at < 2; at += 1) clients.push(await pool.connect());
    const seen = clients.map(() => new Set<number>());
    for (let round = 0; round < rounds; round += 1) {
      for (const [at, client] of clients.entries()) {
        const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
        seen[at]?.add(rows[0]?.pid ?? 0);
      }
    }
    if (new Set(seen.flatMap((pids) => [...pids])).size === clients.length && seen.every(({ size }) => size === 1)) return;
    throw new StartError(
      'DATABASE_URL leads to a pooler that shares connections by transaction or statement (such as PgBouncer with pool_mode = transaction): ' +
        'settings, locks and LISTEN would get lost. Name PostgreSQL itself in DATABASE_URL, or a pool with pool_mode = session.',
    );
  } finally {
    for (const client of clients) client.release();
  }
}
