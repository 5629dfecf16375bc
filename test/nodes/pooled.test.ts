import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../../engine/server/testing/until.ts';
import { ownerOf } from './run-as.ts';
import { type Cluster, startCluster } from './start-cluster.ts';
import { startRefused } from './start-node.ts';
import { startPgbouncer } from './start-pgbouncer.ts';

/* Two nodes with LIVE_BUS=poll behind a PgBouncer in transaction mode. */
const root = join(import.meta.dirname, '../..');
const refusals: string[] = [];
let pooler: Awaited<ReturnType<typeof startPgbouncer>>;
let cluster: Cluster;
let admin: string;
beforeAll(async () => {
  cluster = await startCluster({ LIVE_BUS: 'poll' }, async ({ url }) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    const owner = ownerOf(rows[0]?.data_directory ?? '');
    const settings = (through: string) => ({ DATABASE_URL: through, LIVE_BUS: 'poll' });
    const first = await startPgbouncer('transaction', url, owner);
    const refusal = await startRefused(settings(first.url));
    refusals.push(refusal);
    // Runs the commands in the refusal.
    for (const line of refusal.split('\n').filter((line) => line.startsWith('ALTER ROLE'))) await client.query(line);
    await client.end();
    await first.stop();
    pooler = await startPgbouncer('transaction', url, owner);
    refusals.push(await startRefused(settings(pooler.url)));
    await promisify(execFile)(process.execPath, [join(root, 'app/backup/main.ts'), 'migrate'], {
      env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: url },
    });
    return { DATABASE_URL: pooler.url };
  });
  admin = await cluster.signIn();
}, 240_000);
afterAll(async () => {
  await cluster?.stop();
  await pooler?.stop();
});

it('nodes name the settings that the role lacks, and require migrations past the pooler', () => {
  expect(refusals[0]?.split('\n').slice(1)).toEqual([
    `ALTER ROLE "postgres" IN DATABASE "postgres" SET jit = 'off';`,
    `ALTER ROLE "postgres" IN DATABASE "postgres" SET TimeZone = 'Asia/Shanghai';`,
    `ALTER ROLE "postgres" IN DATABASE "postgres" SET DateStyle = 'ISO', 'YMD';`,
    `ALTER ROLE "postgres" IN DATABASE "postgres" SET statement_timeout = '10s';`,
    `ALTER ROLE "postgres" IN DATABASE "postgres" SET idle_in_transaction_session_timeout = '10s';`,
    `ALTER ROLE "postgres" IN DATABASE "postgres" SET lock_timeout = '3s';`,
    `ALTER ROLE "postgres" IN DATABASE "postgres" SET search_path = office, pg_catalog, pg_temp;`,
  ]);
  expect(refusals[1]).toMatch(/^The database lacks \d+ migrations, which cannot be run through a pooler/);
});

const saveWord = (way: 0 | 1, at: number) =>
  cluster.call<{ id: string; version: number }>(way, 'POST', 'sys/dict/save', {
    token: admin,
    body: { dictLabel: `词${at}`, dictValue: `pooled-${at}` },
  });

it('nodes save and read concurrently without an error, and leave nothing behind in the sessions', { timeout: 120_000 }, async () => {
  const saved = await Promise.all(Array.from({ length: 200 }, (_, at) => saveWord(at % 2 === 0 ? 0 : 1, at)));
  expect(new Set(saved.map(({ code }) => code))).toEqual(new Set([20000]));
  const paths = ['sys/user/select-page', 'sys/dict/select-page?like=dictLabel:词', 'sys/log-opt/select-page', 'sys/session/select-page'];
  const read = await Promise.all(
    Array.from({ length: 200 }, (_, at) => cluster.call(at % 2 === 0 ? 0 : 1, 'GET', paths[at % 4] ?? '', { token: admin })),
  );
  expect(new Set(read.map(({ code }) => code))).toEqual(new Set([20000]));
  const through = new pg.Pool({ connectionString: pooler.url, max: 8 });
  const seen = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const { rows } = await through.query(
        `SELECT (SELECT count(*)::integer FROM pg_prepared_statements WHERE name <> '') AS prepared,
           (SELECT count(*)::integer FROM pg_listening_channels()) AS heard, current_setting('statement_timeout') AS timeout,
           (SELECT count(*)::integer FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()) AS locks, pg_sleep(0.05)::text`,
      );
      return rows[0];
    }),
  );
  await through.end();
  for (const one of seen) expect(one).toMatchObject({ prepared: 0, heard: 0, timeout: '10s', locks: 0 });
});

/** Another session of the administrator, and a way to end it on the first node. */
async function anotherSession() {
  const token = await cluster.signIn();
  const { rows } = await cluster.pool.query<{ id: string }>('SELECT id FROM sys_session ORDER BY create_time DESC LIMIT 1');
  return { token, kick: () => cluster.call(0, 'DELETE', `sys/session/delete/${rows[0]?.id}`, { token: admin }) };
}

it('a forced logout or a change at one node reaches the socket at the other within a second', async () => {
  const { token, kick } = await anotherSession();
  const [socket, others] = [await cluster.openLive(1, token), await cluster.openLive(1, admin)];
  await saveWord(0, 1000);
  await until(() => others.frames.some(({ code, data }) => code === 67 && (data as { topic?: string }).topic === 'dict'), 2_000);
  expect(await kick()).toMatchObject({ code: 20000 });
  expect(await socket.end(1_500)).toMatchObject({ code: 4001 });
  others.socket.terminate();
});

it('nodes hear each other again after every connection to PostgreSQL was cut', async () => {
  const { token, kick } = await anotherSession();
  const socket = await cluster.openLive(1, token);
  await cluster.pool.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname IS NOT NULL');
  await until(async () => (await kick()).code === 20000);
  expect(await socket.end(3_000)).toMatchObject({ code: 4001 });
});
