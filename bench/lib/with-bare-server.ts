import { type ChildProcess, fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { memoryFlags } from '../../app/server/memory-flags.mjs';
import type { Database } from '../../engine/server/platform/database/database.ts';
import type { Statement } from './server.ts';

const connections = 32;

/** A call that is sent repeatedly: GET, or POST of a body, in which `[<id>]` is replaced by another word each time. */
export interface Call {
  readonly url: string;
  readonly token?: string;
  readonly body?: string;
}

/** Calls a second, and the CPU time of one call in milliseconds, of the server and of PostgreSQL. */
export interface Turn {
  readonly rate: number;
  readonly server: number;
  readonly database: number;
}

/** One node of the product and one bare server, each in a separate process, on the same PostgreSQL. */
export interface Pair {
  /** The address of the product's node. */
  readonly own: string;
  /** The statements of one call with warm caches. */
  readonly recorded: (call: Call) => Promise<Statement[]>;
  readonly ours: (call: Call) => Promise<Turn>;
  /** A turn of the bare server, which runs these statements for each request. */
  readonly bare: (statements: readonly Statement[]) => Promise<Turn>;
}

/** Starts the pair for `work`, and stops it again; `seconds` is the length of a turn. */
export async function withBareServer(database: Database, seconds: number, work: (pair: Pair) => Promise<void>): Promise<void> {
  const url = database.pool.options.connectionString ?? '';
  // The product, started as in production.
  const start = (kind: string) =>
    fork(join(import.meta.dirname, 'server.ts'), [kind, url], {
      env: { ...process.env, NODE_ENV: 'production' },
      execArgv: kind === 'ours' ? memoryFlags : [],
    });
  const [ours, bare] = [start('ours'), start('bare')];
  try {
    const [{ port: ourPort }, { port: barePort }] = await Promise.all([next<{ port: number }>(ours), next<{ port: number }>(bare)]);
    await work({
      own: `http://127.0.0.1:${ourPort}`,
      recorded: (call) => recorded(ours, call),
      ours: (call) => turn(database, ours, call, seconds),
      bare: async (statements) => {
        await ask(bare, [...statements]);
        return turn(database, bare, { url: `http://127.0.0.1:${barePort}/` }, seconds);
      },
    });
  } finally {
    for (const child of [ours, bare]) child.kill();
  }
}

/** A session of admin, opened without signing in. */
export async function adminToken({ pool }: Database): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await pool.query(
    `INSERT INTO sys_session (id, token_hash, secret_key, sys_user_id, user_account)
     SELECT gen_random_uuid(), $1, '\\x00', id, user_account FROM sys_user WHERE user_account = 'admin'`,
    [createHash('sha256').update(token).digest()],
  );
  return token;
}

/** The median of each figure separately. */
export const medianOf = (turns: readonly Turn[]): Turn => {
  const middle = (of: (turn: Turn) => number): number => turns.map(of).sort((one, other) => one - other)[turns.length >> 1] ?? Number.NaN;
  return { rate: middle((turn) => turn.rate), server: middle((turn) => turn.server), database: middle((turn) => turn.database) };
};

/** Formats a turn for output. */
export const formatTurn = ({ rate, server, database }: Turn): string =>
  `${Math.round(rate)} a second, ${server.toFixed(2)} ms of the server and ${database.toFixed(2)} ms of PostgreSQL each`;

async function recorded(server: ChildProcess, call: Call): Promise<Statement[]> {
  await askOnce(call);
  await ask(server, 'record');
  await askOnce(call);
  return (await ask<{ ran: Statement[] }>(server, 'stop')).ran;
}

async function askOnce(call: Call): Promise<void> {
  const { method, headers, body } = requestOf(call);
  const response = await fetch(call.url, {
    method,
    headers,
    ...(body === undefined ? {} : { body: body.replaceAll('[<id>]', randomBytes(8).toString('hex')) }),
  });
  const { code, message } = (await response.json()) as { code: number; message: string };
  if (code !== 20000) throw new Error(`${call.url} was answered with ${code} ${message}`);
}

const requestOf = ({ token, body }: Call) => ({
  method: body === undefined ? ('GET' as const) : ('POST' as const),
  headers: {
    ...(token === undefined ? {} : { authorization: token }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  },
  body,
});

async function turn({ pool }: Database, child: ChildProcess, call: Call, duration: number): Promise<Turn> {
  const { method, headers, body } = requestOf(call);
  const { rows } = await pool.query<{ pid: number }>('SELECT pid FROM pg_stat_activity WHERE datname = current_database()');
  const since = await processorTimes([child.pid ?? 0, ...rows.map(({ pid }) => pid)]);
  const { requests, non2xx, errors } = await autocannon({
    url: call.url,
    method,
    headers,
    connections,
    duration,
    ...(body === undefined ? {} : { body, idReplacement: true }),
  });
  if (non2xx > 0 || errors > 0) throw new Error(`${call.url}: ${non2xx} answers were no 200, ${errors} failed`);
  const now = await processorTimes([...since.keys()]);
  const [server = Number.NaN, ...all] = [...since].map(([pid, before]) => (now.get(pid) ?? Number.NaN) - before);
  // Autovacuum's workers come and go.
  const backends = all.filter((spent) => !Number.isNaN(spent));
  return {
    rate: requests.average,
    server: server / requests.total,
    database: backends.length === 0 ? Number.NaN : backends.reduce((sum, spent) => sum + spent, 0) / requests.total,
  };
}

/** CPU time of each of these processes in milliseconds (proc(5), in ticks of 10 ms); NaN if it cannot be read. */
async function processorTimes(pids: readonly number[]): Promise<Map<number, number>> {
  const times = pids.map(async (pid) => {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return [pid, (Number(fields[11]) + Number(fields[12])) * 10] as const;
  });
  return new Map(await Promise.all(times));
}

async function next<Answer>(child: ChildProcess): Promise<Answer> {
  const [answer] = (await once(child, 'message')) as [Answer];
  return answer;
}

function ask<Answer>(child: ChildProcess, question: Parameters<ChildProcess['send']>[0]): Promise<Answer> {
  const answer = next<Answer>(child);
  child.send(question);
  return answer;
}
