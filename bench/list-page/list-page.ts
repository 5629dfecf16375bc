import { type ChildProcess, fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import autocannon from 'autocannon';
import type { Database } from '../../engine/server/platform/database/database.ts';
import type { Statement } from './server.ts';

const rounds = 5;
const connections = 32;
const lists = {
  'sys/user': 'sys/user/select-page?index=0&limit=10',
  'sys/msg': 'sys/msg/select-page?index=0&limit=10',
  'sys/user, a search': `sys/user/select-page?index=0&limit=10&like=userName:${encodeURIComponent('用户12')}`,
};

/**
 * How many list pages a second one node gives, beside the same statements through a bare node:http server and `pg`, in
 * turns of the same run: at least half. The bare one is measured twice: with all that a request of ours asks
 * the database, and without the look-up of the session.
 */
export async function listPage(database: Database, scale: number): Promise<void> {
  const url = database.pool.options.connectionString;
  if (url === undefined) return console.log('on PostgreSQL only: the embedded database belongs to one process');
  const token = await fill(database, scale);
  const start = (kind: string) =>
    fork(join(import.meta.dirname, 'server.ts'), [kind, url], { env: { ...process.env, NODE_ENV: 'production' } });
  const [ours, bare] = [start('ours'), start('bare')];
  try {
    const [{ port: ourPort }, { port: barePort }] = await Promise.all([next<{ port: number }>(ours), next<{ port: number }>(bare)]);
    const bareTurn = async (statements: Statement[]): Promise<Turn> => {
      await ask(bare, statements);
      return turn(database, bare, `http://127.0.0.1:${barePort}/`, scale);
    };
    for (const [name, path] of Object.entries(lists)) {
      const own = `http://127.0.0.1:${ourPort}/api/${path}`;
      const statements = await recorded(ours, own, token);
      const turns: Record<'ours' | 'same' | 'list', Turn[]> = { ours: [], same: [], list: [] };
      for (let round = 0; round < rounds; round += 1) {
        turns.ours.push(await turn(database, ours, own, scale, token));
        turns.same.push(await bareTurn(statements));
        turns.list.push(await bareTurn(statements.filter(({ text }) => !text.includes('sys_session'))));
      }
      const rate = medianOf(turns.ours).rate;
      console.log(`${name}: ${say(medianOf(turns.ours))}, ${statements.length} statements each`);
      for (const [what, measured] of [
        ['the same statements', medianOf(turns.same)],
        ["without the session's", medianOf(turns.list)],
      ] as const)
        console.log(`  bare, ${what}: ${say(measured)}; ours gives ${(rate / measured.rate).toFixed(2)} of its pages (at least 0.5)`);
    }
  } finally {
    for (const child of [ours, bare]) child.kill();
  }
}

/** The statements of one call, once everything that is kept between calls is kept. */
async function recorded(server: ChildProcess, url: string, token: string): Promise<Statement[]> {
  const get = async () => {
    const response = await fetch(url, { headers: { authorization: token } });
    const { code } = (await response.json()) as { code: number };
    if (code !== 20000) throw new Error(`${url} was answered with ${code}`);
  };
  await get();
  await ask(server, 'record');
  await get();
  return (await ask<{ ran: Statement[] }>(server, 'stop')).ran;
}

/** Pages a second, and the milliseconds of processor time that a page took of the server and of PostgreSQL. */
interface Turn {
  readonly rate: number;
  readonly server: number;
  readonly database: number;
}

async function turn({ pool }: Database, child: ChildProcess, url: string, scale: number, token?: string): Promise<Turn> {
  const headers = token === undefined ? {} : { authorization: token };
  const { rows } = await pool.query<{ pid: number }>('SELECT pid FROM pg_stat_activity WHERE datname = current_database()');
  const backends = rows.map(({ pid }) => pid);
  const before = [await processorTime([child.pid ?? 0]), await processorTime(backends)] as const;
  const duration = Math.max(1, Math.round(4 * scale));
  const { requests, non2xx, errors } = await autocannon({ url, headers, connections, duration });
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} answers were no 200, ${errors} failed`);
  return {
    rate: requests.average,
    server: ((await processorTime([child.pid ?? 0])) - before[0]) / requests.total,
    database: ((await processorTime(backends)) - before[1]) / requests.total,
  };
}

/** Milliseconds of processor time that processes of this machine have had (proc(5), in ticks of 10 ms); NaN where it cannot be read. */
async function processorTime(pids: readonly number[]): Promise<number> {
  const times = pids.map(async (pid) => {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  });
  return (await Promise.all(times)).reduce((sum, time) => sum + time, 0);
}

const say = ({ rate, server, database }: Turn): string =>
  `${Math.round(rate)} pages a second, ${server.toFixed(2)} ms of the server and ${database.toFixed(2)} ms of PostgreSQL each`;

async function fill({ pool }: Database, scale: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await pool.query(
    `INSERT INTO sys_user (id, user_account, user_name, user_password, user_status)
     SELECT gen_random_uuid(), 'bench' || n, '用户' || n, '', '正常' FROM generate_series(1, $1::integer) n`,
    [Math.round(2000 * scale)],
  );
  await pool.query(
    `INSERT INTO sys_msg (id, msg_title, msg_content, msg_scope, msg_status)
     SELECT gen_random_uuid(), '通知' || n, '<p>内容</p>', '全部', '草稿' FROM generate_series(1, $1::integer) n`,
    [Math.round(2000 * scale)],
  );
  await pool.query('VACUUM (ANALYZE) sys_user, sys_msg');
  await pool.query(
    `INSERT INTO sys_session (id, token_hash, secret_key, sys_user_id, user_account)
     SELECT gen_random_uuid(), $1, '\\x00', id, user_account FROM sys_user WHERE user_account = 'admin'`,
    [createHash('sha256').update(token).digest()],
  );
  return token;
}

const medianOf = (turns: readonly Turn[]): Turn => {
  const middle = (of: (turn: Turn) => number): number => turns.map(of).sort((one, other) => one - other)[turns.length >> 1] ?? Number.NaN;
  return { rate: middle((turn) => turn.rate), server: middle((turn) => turn.server), database: middle((turn) => turn.database) };
};

async function next<Answer>(child: ChildProcess): Promise<Answer> {
  const [answer] = (await once(child, 'message')) as [Answer];
  return answer;
}

function ask<Answer>(child: ChildProcess, question: Parameters<ChildProcess['send']>[0]): Promise<Answer> {
  const answer = next<Answer>(child);
  child.send(question);
  return answer;
}
