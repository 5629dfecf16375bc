import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';

/** How often each connection asks: where it is told its own process of the server at the beginning, and where not. */
const rounds = { direct: 3, throughPooler: 30 };
/** Milliseconds at most between two questions to a pooler: those that come in step with others' are served in step with them. */
const pauseMs = 3;

/**
 * Whether connections are handed out again for each transaction or statement: what a session sets, prepares, locks or
 * listens to would go to somebody else. Two connections ask in turn which process of the server serves them: their own,
 * each the same one every time, unless a pooler stands between. A busy one can give each the same process a few times by
 * chance, so that one that stands there (it names a process of its own making when a session begins) is asked for longer.
 */
export async function sharesSessions(pool: pg.Pool): Promise<boolean> {
  const clients: pg.PoolClient[] = [];
  try {
    for (let at = 0; at < 2; at += 1) clients.push(await pool.connect());
    const owners = new Map<number, pg.PoolClient>();
    let isDirect = true;
    for (let round = 0; round < (isDirect ? rounds.direct : rounds.throughPooler); round += 1) {
      for (const client of clients) {
        if (!isDirect) await wait(Math.random() * pauseMs);
        const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
        const pid = rows[0]?.pid ?? 0;
        if ((owners.get(pid) ?? client) !== client) return true;
        owners.set(pid, client);
        isDirect &&= 'processID' in client && client.processID === pid;
      }
      if (owners.size > clients.length) return true;
    }
    return false;
  } finally {
    for (const client of clients) client.release();
  }
}
