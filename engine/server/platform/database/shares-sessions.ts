import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';

/** Queries per connection: if it reports its server process directly at the beginning, and if it does not. */
const rounds = { direct: 3, throughPooler: 30 };
/** Longest random pause between two queries to a pooler, in milliseconds: queries in step with other clients' would be served in step with them. */
const pauseMs = 3;

/**
 * Whether a pooler reassigns connections for each transaction or statement: a session's settings, prepared statements,
 * locks and subscriptions would then affect other clients. Two connections ask in turn which server process serves
 * them: without a pooler each always gets its own. A busy pooler may by chance give each the same process a few times,
 * so a recognised pooler (it reports a made-up process when a session begins) is asked more often.
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
