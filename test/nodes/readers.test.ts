import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../../engine/server/testing/until.ts';
import { ownerOf } from './run-as.ts';
import { type Cluster, startCluster } from './start-cluster.ts';
import { startStandby } from './start-standby.ts';

/* Two nodes that read lists from a streaming replica, which lags, catches up, and is killed. */
const metricsToken = 'a-token-for-the-monitor';
let standby: Awaited<ReturnType<typeof startStandby>>;
let replica: pg.Pool;
let cluster: Cluster;
let admin: string;
beforeAll(async () => {
  cluster = await startCluster({ METRICS_TOKEN: metricsToken }, async ({ url }) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    await client.end();
    standby = await startStandby(process.env['NODES_POSTGRES'] ?? '', url, ownerOf(rows[0]?.data_directory ?? ''));
    return { DATABASE_READ_URL: standby.url };
  });
  replica = new pg.Pool({ connectionString: standby.url });
  replica.on('error', () => undefined);
  admin = await cluster.signIn();
  await until(async () => (await readyAt(0)) && readyAt(1));
}, 240_000);
afterAll(async () => {
  await cluster?.stop();
  await replica?.end();
  await standby?.stop();
});

/** Whether a node reports that it reads from the replica. */
async function readyAt(node: 0 | 1): Promise<boolean> {
  const answer = await fetch(cluster.url(node, '/metrics'), { headers: { authorization: `Bearer ${metricsToken}` } });
  return /^database_replica_ready\{replica="127\.0\.0\.1:\d+"\} 1$/m.test(await answer.text());
}

let count = 0;
async function saveWord(node: 0 | 1): Promise<string> {
  const dictValue = `read-${(count += 1)}`;
  const body = { dictLabel: '副本', dictValue };
  expect(await cluster.call(node, 'POST', 'sys/dict/save', { token: admin, body })).toMatchObject({ code: 20000 });
  return dictValue;
}
async function found(node: 0 | 1, dictValue: string): Promise<number> {
  const { code, data } = await cluster.call<{ items: unknown[] }>(node, 'GET', `sys/dict/select-page?eq=dictValue:${dictValue}`, {
    token: admin,
  });
  expect(code).toBe(20000);
  return data.items.length;
}

/** The last statement of each connection of the nodes to the replica. */
const askedThere = async (): Promise<string> => {
  const { rows } = await replica.query<{ query: string }>(
    `SELECT query FROM pg_stat_activity WHERE application_name = 'back-office' AND query NOT LIKE '%pg_last_wal_replay_lsn%'`,
  );
  return rows.map(({ query }) => query).join('\n');
};

it('lists come from the replica, and contain everything that was saved before at any node', async () => {
  for (let round = 0; round < 60; round += 1) {
    const [here, there] = round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
    expect(await found(there, await saveWord(here)), `round ${round}`).toBe(1);
  }
  expect(await askedThere()).toContain('sys_dict');
  expect([await readyAt(0), await readyAt(1)]).toEqual([true, true]);
});

it('a list of data that no replica has comes from the primary', async () => {
  // The people online are in unlogged tables, which no replica has.
  const { code, data } = await cluster.call<{ items: unknown[] }>(0, 'GET', 'sys/session/select-page', { token: admin });
  expect(code).toBe(20000);
  expect(data.items.length).toBeGreaterThan(0);
});

it('a lagging replica is waited for briefly, and not used until it has caught up', async () => {
  await replica.query('SELECT pg_wal_replay_pause()');
  await until(
    async () => (await replica.query<{ state: string }>('SELECT pg_get_wal_replay_pause_state() AS state')).rows[0]?.state === 'paused',
  );
  for (const node of [0, 1] as const) {
    const saved = await saveWord(node);
    const began = performance.now();
    expect(await found(node, saved)).toBe(1);
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(await readyAt(node)).toBe(false);
  }
  await replica.query('SELECT pg_wal_replay_resume()');
  await until(async () => (await readyAt(0)) && readyAt(1));
  expect(await found(0, await saveWord(1))).toBe(1);
});

it('a replica that is only a moment behind is waited for, and answers', async () => {
  await replica.query('SELECT pg_wal_replay_pause()');
  await until(
    async () => (await replica.query<{ state: string }>('SELECT pg_get_wal_replay_pause_state() AS state')).rows[0]?.state === 'paused',
  );
  const saved = await saveWord(0);
  const [rows] = await Promise.all([found(1, saved), replica.query('SELECT pg_wal_replay_resume()')]);
  expect(rows).toBe(1);
  expect(await readyAt(1)).toBe(true);
});

it('killing the replica during reads causes no failure', async () => {
  await until(async () => (await readyAt(0)) && readyAt(1));
  let isOver = false;
  let reads = 0;
  const paths = ['sys/dict/select-page', 'sys/log-opt/select-page', 'statistics/select-panel-data', 'sys/user/export?format=csv'];
  const readers = Array.from({ length: 8 }, async (_, at) => {
    while (!isOver) {
      const path = paths[at % paths.length] ?? '';
      if (path.includes('export')) {
        const answer = await fetch(cluster.url(at % 2 === 0 ? 0 : 1, `/api/${path}`), { headers: { authorization: admin } });
        expect(answer.status).toBe(200);
        expect(await answer.text()).toContain('admin');
      } else expect(await cluster.call(at % 2 === 0 ? 0 : 1, 'GET', path, { token: admin })).toMatchObject({ code: 20000 });
      reads += 1;
    }
  });
  await until(() => reads > 40);
  await standby.kill();
  const after = reads;
  await until(() => reads > after + 80);
  isOver = true;
  await Promise.all(readers);
  expect([await readyAt(0), await readyAt(1)]).toEqual([false, false]);
});
