import { type ChildProcess, fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { memoryFlags } from '../../app/server/memory-flags.mjs';
import type { Database } from '../../engine/server/platform/database/database.ts';
import { notifyNodes } from '../../engine/server/platform/live/notify-nodes.ts';
import autocannon from 'autocannon';
import { adminToken } from '../lib/with-bare-server.ts';
import { ms } from '../lib/measure.ts';

interface FrameCount {
  code: number;
  count: number;
  at: number;
}

/**
 * Idle sockets on one node, beside as many on the bare library: memory per socket, one notice to all of them, the
 * longest block of the event loop meanwhile, forced logouts with all of them connected, and list pages beside them.
 */
export async function sockets(database: Database, scale: number): Promise<void> {
  const url = database.pool.options.connectionString;
  if (url === undefined) return console.log('on PostgreSQL only: the embedded database belongs to one process');
  const count = Math.round(10_000 * scale);
  const tokens = await makeSessions(database, count);
  await run('bare ws', 'bare', tokens, '', async ({ server }) => void server.send('all'));
  const token = await adminToken(database);
  await run('this server', 'ours', tokens, url, async ({ crowd, port }) => {
    await oursToAll(database, crowd, tokens);
    await listsBeside(`http://127.0.0.1:${port}/api/sys/user/select-page?index=0&limit=10`, token);
  });
}

/** The response time of a list while all the sockets are open and two hundred lists are requested per second. */
async function listsBeside(url: string, token: string): Promise<void> {
  const headers = { authorization: token };
  const { latency, requests, non2xx } = await autocannon({ url, headers, connections: 32, overallRate: lists.rate, duration: 20 });
  const isMet = latency.p99 <= lists.p99 && non2xx === 0;
  console.log(
    `this server: ${Math.round(requests.average)} lists a second beside them, p50 ${ms(latency.p50)}, p99 ${ms(latency.p99)} (at most ${ms(lists.p99)}${isMet ? '' : ': NOT MET'})`,
  );
}

/** List pages a second, and the milliseconds that one may take. */
const lists = { rate: 200, p99: 200 };

async function run(
  name: string,
  kind: string,
  tokens: readonly string[],
  url: string,
  act: (processes: { server: ChildProcess; crowd: ChildProcess; port: number }) => Promise<void>,
): Promise<void> {
  const script = (file: string): string => join(import.meta.dirname, file);
  const server = fork(script('server.ts'), [kind, url], { execArgv: ['--expose-gc', ...(kind === 'ours' ? memoryFlags : [])] });
  const crowd = fork(script('crowd.ts'));
  try {
    const { port } = await next<{ port: number }>(server);
    const before = await ask<{ held: number }>(server, 'held');
    const begin = performance.now();
    crowd.send({ port, tokens });
    await next(crowd);
    console.log(`${name}: ${tokens.length} sockets opened in ${ms(performance.now() - begin)}`);
    await wait(3_000);
    const after = await ask<{ held: number }>(server, 'held');
    console.log(`${name}: ${((after.held - before.held) / tokens.length / 1024).toFixed(1)} KiB a socket`);
    await ask(server, 'delay');
    const toAll = untilReceived(crowd, 67, tokens.length);
    const sent = Date.now();
    const acting = act({ server, crowd, port });
    console.log(`${name}: one frame to all of them in ${ms((await toAll) - sent)}`);
    await acting;
    console.log(`${name}: the loop stood still for at most ${ms((await ask<{ delay: number }>(server, 'delay')).delay)}`);
  } finally {
    for (const child of [crowd, server]) child.kill();
  }
}

/** One notice to everyone, then a hundred forced logouts, each timed from its COMMIT to the socket. */
async function oursToAll({ db, pool }: Database, crowd: ChildProcess, tokens: readonly string[]): Promise<void> {
  const toAll = untilReceived(crowd, 67, tokens.length);
  await notifyNodes(db, { kind: 'changed', topic: 'msg' });
  await toAll;
  const times: number[] = [];
  for (const token of tokens.slice(0, 100)) {
    const gone = untilReceived(crowd, 65, times.length + 1);
    const begin = Date.now();
    await pool.query(`UPDATE sys_session SET end_time = now(), end_reason = 'bench' WHERE token_hash = $1`, [hashOf(token)]);
    times.push((await gone) - begin);
  }
  times.sort((one, other) => one - other);
  console.log(`this server: a forced logout in ${ms(times[49] ?? 0)}, p99 ${ms(times[98] ?? 0)}`);
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** As many sessions as sockets, for a tenth as many people. */
async function makeSessions({ pool }: Database, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  const people = Math.max(1, Math.ceil(count / 10));
  await pool.query(
    `INSERT INTO sys_user (id, user_account, user_name, user_password, user_status)
     SELECT gen_random_uuid(), 'bench' || n, 'bench', '', '正常' FROM generate_series(1, $1::integer) n ON CONFLICT DO NOTHING`,
    [people],
  );
  await pool.query(
    `INSERT INTO sys_session (id, token_hash, secret_key, sys_user_id, user_account)
     SELECT gen_random_uuid(), t.hash, '\\x00', u.id, u.user_account
     FROM unnest($1::bytea[]) WITH ORDINALITY AS t(hash, n) JOIN sys_user u ON u.user_account = 'bench' || (1 + t.n % $2)`,
    [tokens.map(hashOf), people],
  );
  return tokens;
}

async function next<Answer>(child: ChildProcess): Promise<Answer> {
  const [answer] = (await once(child, 'message')) as [Answer];
  return answer;
}

function ask<Answer>(child: ChildProcess, question: string): Promise<Answer> {
  const answer = next<Answer>(child);
  child.send(question);
  return answer;
}

/** Resolves with the time when this many frames of that code have arrived. */
function untilReceived(crowd: ChildProcess, code: number, count: number): Promise<number> {
  return new Promise((done) => {
    const onMessage = (received: FrameCount): void => {
      if (received.code !== code || received.count < count) return;
      crowd.off('message', onMessage);
      done(received.at);
    };
    crowd.on('message', onMessage);
  });
}
