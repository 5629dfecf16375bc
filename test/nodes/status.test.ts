import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../../engine/server/testing/until.ts';
import { ownerOf } from './run-as.ts';
import { type Cluster, startCluster } from './start-cluster.ts';
import { startStandby } from './start-standby.ts';

interface StatusItem {
  readonly name: string;
  readonly title: string;
  readonly level: 'ok' | 'warn' | 'bad' | 'info';
  readonly value: string;
  readonly cure?: string;
}
interface StatusAnswer {
  readonly sections: readonly { readonly items: readonly StatusItem[] }[];
}

/* 运行状态 of a node whose DATABASE_URL names a primary and its standby: the page before and after a failure. */
let standby: Awaited<ReturnType<typeof startStandby>>;
let cluster: Cluster;
let admin: string;
beforeAll(async () => {
  cluster = await startCluster({}, async (postgres) => {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    await client.query('ALTER SYSTEM SET wal_level = logical');
    await client.end();
    await postgres.restart('SIGINT');
    standby = await startStandby(process.env['NODES_POSTGRES'] ?? '', postgres.url, ownerOf(rows[0]?.data_directory ?? ''));
    const url = new URL(postgres.url);
    return { DATABASE_URL: url.href.replace(url.host, `${url.host},${new URL(standby.url).host}`) };
  });
  admin = await cluster.signIn();
}, 240_000);
afterAll(async () => {
  await cluster?.stop();
  await standby?.stop();
});

async function look(): Promise<readonly StatusItem[]> {
  const { code, data } = await cluster.call<StatusAnswer>(0, 'GET', 'sys/status/select-status', { token: admin });
  expect(code).toBe(20000);
  return data.sections.flatMap(({ items }) => items);
}
const named = (items: readonly StatusItem[], start: string): readonly StatusItem[] => items.filter(({ name }) => name.startsWith(start));

/** Polls until an item has this level. */
async function becomes(start: string, level: StatusItem['level']): Promise<StatusItem> {
  let found: readonly StatusItem[] = [];
  await until(async () => {
    found = named(await look(), start).filter((item) => item.level === level);
    return found.length > 0;
  }, 20_000);
  return found[0] as StatusItem;
}

it('shows the role of each host, and that the standby that COMMIT waits for is online', async () => {
  await cluster.pool.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
  await cluster.pool.query('SELECT pg_reload_conf()');
  await becomes('synchronous', 'ok');
  const items = await look();
  expect(named(items, 'host ').map(({ level, value }) => [level, value])).toEqual([
    ['ok', '主库'],
    ['ok', '备库'],
  ]);
  expect(named(items, 'replica ').map(({ level }) => level)).toEqual(['ok']);
  expect(named(items, 'unseen')).toEqual([]);
});

it('turns red when a standby is killed, and when COMMIT waits for it', async () => {
  await standby.kill();
  const host = await becomes('host ', 'bad');
  expect(host).toMatchObject({ title: `主机 ${new URL(standby.url).host}`, value: '没有应答', cure: expect.any(String) as string });
  expect((await becomes('synchronous', 'bad')).value).toBe('每次提交等 1 台，在线 0 台（*）');
  expect(named(await look(), 'replica ')).toEqual([]);
  await cluster.pool.query('ALTER SYSTEM RESET synchronous_standby_names');
  await cluster.pool.query('SELECT pg_reload_conf()');
});

it('names a replication slot that nobody reads, and a forgotten transaction', async () => {
  await cluster.pool.query("SELECT pg_create_logical_replication_slot('forgotten', 'pgoutput')");
  const client = new pg.Client({ connectionString: cluster.postgres.url, application_name: 'forgetful' });
  await client.connect();
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1');
  const drop = expect.stringContaining("pg_drop_replication_slot('forgotten')") as string;
  expect(await becomes('slot forgotten', 'warn')).toMatchObject({ cure: drop });
  expect(await becomes('horizon slot', 'warn')).toMatchObject({ cure: drop });
  await until(async () => named(await look(), 'horizon session')[0]?.value.includes('forgetful') === true);
  await client.end();
});
