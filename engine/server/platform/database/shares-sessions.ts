import type pg from 'pg';

const rounds = 3;

/**
 * Whether connections are handed out again for each transaction or statement: what a session sets, prepares, locks or
 * listens to would go to somebody else. Two connections ask in turn which process of the server serves them: their own,
 * each the same one every time, unless a pooler stands between.
 */
export async function sharesSessions(pool: pg.Pool): Promise<boolean> {
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
    return new Set(seen.flatMap((pids) => [...pids])).size !== clients.length || seen.some(({ size }) => size !== 1);
  } finally {
    for (const client of clients) client.release();
  }
}
