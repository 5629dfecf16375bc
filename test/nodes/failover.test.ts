import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../engine/server/testing/until.ts';
import { ownerOf } from './run-as.ts';
import { type Cluster, startCluster } from './start-cluster.ts';
import { startRefused } from './start-node.ts';
import { startStandby } from './start-standby.ts';
import { TcpGate } from './tcp-gate.ts';
import { WriteLoad } from './write-load.ts';
import { inOwnSchema } from '../../engine/server/testing/in-own-schema.ts';

const topics = (frames: readonly { data?: unknown }[], topic: string): number =>
  frames.filter(({ data }) => (data as { topic?: string })?.topic === topic).length;

/* Two nodes whose DATABASE_URL names two hosts: a primary, and a synchronous standby. */
describe.each(['killed', 'cut off'])('a primary that is %s while its standby is promoted', (how) => {
  let standby: Awaited<ReturnType<typeof startStandby>>;
  let gate: TcpGate;
  let cluster: Cluster;
  let admin: string;
  let old: pg.Pool | undefined;
  beforeAll(async () => {
    cluster = await startCluster({}, async ({ url }) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
      standby = await startStandby(process.env['NODES_POSTGRES'] ?? '', url, ownerOf(rows[0]?.data_directory ?? ''));
      await client.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
      await client.query('SELECT pg_reload_conf()');
      await client.end();
      gate = await new TcpGate(url).open();
      // The standby comes first, so that a client which simply takes the first host fails.
      const both = new URL(standby.url);
      return { DATABASE_URL: both.href.replace(both.host, `${both.host},127.0.0.1:${gate.port}`) };
    });
    admin = await cluster.signIn();
  }, 240_000);
  afterAll(async () => {
    await cluster?.stop();
    await gate?.close();
    await old?.end();
    await standby?.stop();
  });

  async function saveWord(node: 0 | 1, dictValue: string): Promise<void> {
    const body = { dictLabel: '切换', dictValue };
    const { code, text } = await cluster.call(node, 'POST', 'sys/dict/save', { token: admin, body });
    expect(code, `${text}\n${cluster.nodes[node].output().slice(-4000)}`).toBe(20000);
  }

  async function openTabs(): Promise<number> {
    const { rows } = await cluster.pool.query<{ tabs: number }>('SELECT coalesce(sum(tab_count), 0)::int AS tabs FROM sys_online');
    return rows[0]?.tabs ?? 0;
  }

  it('loses no change, and everybody is served again within 30 seconds', { timeout: 180_000 }, async () => {
    const sockets = await Promise.all(([0, 1] as const).map((node) => cluster.openLive(node, admin)));
    const load = new WriteLoad(cluster, admin);
    await until(() => load.count > 50);
    const gone = performance.now();
    if (how === 'killed') await cluster.postgres.end('SIGQUIT');
    else gate.hold();
    const before = load.count;
    expect(await startRefused({ ...cluster.settings, DATABASE_WAIT_S: '0' })).toMatch(
      /^None of the database servers at 127\.0\.0\.1:\d+ or 127\.0\.0\.1:\d+ is a primary: promote one/,
    );
    await standby.promote();
    await until(() => load.count > before + 50);
    expect(performance.now() - gone).toBeLessThan(30_000);
    old = cluster.pool;
    cluster.pool = new pg.Pool({ connectionString: inOwnSchema(standby.url) });
    cluster.pool.on('error', () => undefined);
    const { lost, twice } = await load.stop();
    expect({ lost, twice }).toEqual({ lost: [], twice: [] });
    for (const { frames } of sockets) await until(() => topics(frames, 'all') > 0);
    const heard = sockets.map(({ frames }) => topics(frames, 'dict'));
    await saveWord(0, 'after');
    await until(() => sockets.every(({ frames }, at) => topics(frames, 'dict') > (heard[at] ?? 0)), 2_000);
    // The standby has nothing of what is not logged.
    await until(async () => (await openTabs()) === 2);
  });

  it('receives no writes when it comes back: they go to the server promoted last', async () => {
    if (how === 'killed') await cluster.postgres.start();
    else gate.release();
    await until(async () => (await old?.query('SELECT').catch(() => undefined)) !== undefined);
    for (let round = 0; round < 30; round += 1) await saveWord(round % 2 === 0 ? 0 : 1, `stays-${round}`);
    const count = "SELECT count(*)::int AS count FROM sys_dict WHERE dict_value LIKE 'stays-%'";
    expect((await cluster.pool.query<{ count: number }>(count)).rows[0]?.count).toBe(30);
    expect((await old?.query<{ count: number }>(count))?.rows[0]?.count).toBe(0);
    for (const node of [0, 1] as const) expect((await cluster.call(node, 'GET', '/readyz')).status).toBe(200);
    // Nor if no other server is available.
    await standby.kill();
    await until(async () => (await cluster.call(0, 'GET', '/readyz')).status === 503);
    const body = { dictLabel: '切换', dictValue: 'nowhere' };
    for (const node of [0, 1] as const)
      expect(await cluster.call(node, 'POST', 'sys/dict/save', { token: admin, body })).toMatchObject({ code: 50300 });
  });
});
