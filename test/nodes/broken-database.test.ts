import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres } from '../../scripts/lib/start-postgres.mjs';
import { until } from '../../engine/server/testing/until.ts';
import { freePorts } from './free-ports.ts';
import { launchNode, type NodeProcess, startRefused } from './start-node.ts';
import { TcpGate } from './tcp-gate.ts';
import { inOwnSchema } from '../../engine/server/testing/in-own-schema.ts';

/* A node whose connection to PostgreSQL is cut, swallows everything, or meets a lock. */
const token = 'a-token-for-the-monitor';
let postgres: Awaited<ReturnType<typeof startPostgres>>;
let gate: TcpGate;
let node: NodeProcess;
let settings: Record<string, string>;
beforeAll(async () => {
  postgres = await startPostgres(process.env['NODES_POSTGRES']);
  gate = await new TcpGate(postgres.url).open();
  const url = new URL(postgres.url);
  url.port = String(gate.port);
  settings = { DATABASE_URL: url.href, DATA_DIR: await mkdtemp(join(tmpdir(), 'back-office-broken-')), METRICS_TOKEN: token };
}, 180_000);
afterAll(async () => {
  await node?.end('SIGKILL');
  await gate?.close();
  await postgres?.stop();
  await rm(settings['DATA_DIR'] ?? '', { recursive: true, force: true });
});

/** The answer, which must arrive within a second. */
async function ask(path: string): Promise<{ status: number; text: string }> {
  const begin = performance.now();
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`http://127.0.0.1:${node.port}${path}`, { headers }).catch((error: Error) => {
    throw new Error(`${path} was not answered (${String(error.cause)}). The node said:\n${node.output()}`, { cause: error });
  });
  const text = await response.text();
  expect(performance.now() - begin).toBeLessThan(1000);
  return { status: response.status, text };
}

const jobsOf = (text: string): string[] => text.split('\n').filter((line) => line.startsWith('jobs{'));
const figure = (text: string, name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);

it('a start waits for a PostgreSQL that is down, and logs it', { timeout: 120_000 }, async () => {
  await gate.close();
  expect(await startRefused({ ...settings, DATABASE_WAIT_S: '0' })).toBe(
    `The database server 127.0.0.1:${gate.port} cannot be reached (ECONNREFUSED): start it, or correct DATABASE_URL.`,
  );
  const [port = 0] = await freePorts(1);
  const launched = launchNode(port, settings);
  node = launched.node;
  await until(() => node.output().includes('It is waited for'));
  await wait(1500);
  await gate.open();
  await launched.ready();
  expect(node.output().match(/cannot be reached \(ECONNREFUSED\).* It is waited for, up to 60 s/g)).toHaveLength(1);
});

describe('a monitor is answered within a second', () => {
  it('with the last known figures when the connection to the database swallows everything', async () => {
    await until(async () => jobsOf((await ask('/metrics')).text).length > 0);
    const before = await ask('/metrics');
    expect(figure(before.text, 'jobs_stale')).toBe(0);
    gate.hold();
    await wait(5_500);
    expect((await ask('/readyz')).status).toBe(503);
    const during = await ask('/metrics');
    expect([during.status, figure(during.text, 'jobs_stale')]).toEqual([200, 1]);
    expect(figure(during.text, 'jobs_age_seconds')).toBeGreaterThan(5);
    expect(jobsOf(during.text)).toEqual(jobsOf(before.text));
    await Promise.all(Array.from({ length: 20 }, () => ask('/readyz')));
    gate.release();
    await until(async () => (await ask('/readyz')).status === 200);
  });

  it('when a table that figures are read from is locked', async () => {
    const holder = new pg.Client({ connectionString: inOwnSchema(postgres.url) });
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE sys_job IN ACCESS EXCLUSIVE MODE');
    await until(async () => figure((await ask('/metrics')).text, 'jobs_stale') === 1);
    expect((await ask('/readyz')).status).toBe(200);
    await holder.end();
    await until(async () => figure((await ask('/metrics')).text, 'jobs_stale') === 0);
  });

  it('when the database has become read-only like a replica', async () => {
    const url = new URL(postgres.url);
    const switchTo = async (value: string) => {
      const client = new pg.Client({ connectionString: url.href });
      await client.connect();
      await client.query(`ALTER SYSTEM SET default_transaction_read_only = ${value}`);
      await client.query('SELECT pg_reload_conf()');
      await client.end();
    };
    await switchTo('on');
    await until(async () => (await ask('/readyz')).status === 503);
    await switchTo('off');
    await until(async () => (await ask('/readyz')).status === 200);
  });
});
