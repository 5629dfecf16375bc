import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../engine/server/testing/until.ts';
import { type Cluster, startCluster, type Way } from './start-cluster.ts';
import { WriteLoad } from './write-load.ts';
import { inOwnSchema } from '../../engine/server/testing/in-own-schema.ts';

/* Two nodes on one PostgreSQL and one folder for files, behind the nginx of deploy/. */
let cluster: Cluster;
let admin: string;
beforeAll(async () => {
  cluster = await startCluster();
  admin = await cluster.signIn();
}, 180_000);
afterAll(() => cluster?.stop());

const idOf = async (table: string, where: string): Promise<string> =>
  (await cluster.pool.query<{ id: string }>(`SELECT id FROM ${table} WHERE ${where} LIMIT 1`)).rows[0]?.id ?? '';

/** Saves a record unchanged, which raises its version and is announced like any change. */
async function touch(way: Way, resource: string, id: string): Promise<void> {
  const { data } = await cluster.call(way, 'GET', `${resource}/select/${id}`, { token: admin });
  expect(await cluster.call(way, 'POST', `${resource}/save`, { token: admin, body: data })).toMatchObject({ code: 20000 });
}

it.each([
  [0, 1],
  [1, 0],
] as const)('a forced logout on node %i reaches node %i, and sockets through nginx, within a second', async (from, to) => {
  const token = await cluster.signIn();
  const sockets = [await cluster.openLive(to, token), await cluster.openLive('nginx', token), await cluster.openLive('nginx', token)];
  const { data } = await cluster.call<{ items: { id: string }[] }>(from, 'GET', 'sys/session/select-page?limit=1&sort=loginTime:desc', {
    token: admin,
  });
  const begin = performance.now();
  expect((await cluster.call(from, 'DELETE', `sys/session/delete/${data.items[0]?.id}`, { token: admin })).code).toBe(20000);
  for (const socket of sockets) {
    expect(await socket.frame(65)).toMatchObject({ message: '您已被管理员强制下线' });
    expect(await socket.end()).toMatchObject({ code: 4001 });
  }
  expect(performance.now() - begin).toBeLessThan(1000);
  for (const way of [0, 1, 'nginx'] as const) expect((await cluster.call(way, 'GET', 'sys/user/select-roles', { token })).code).toBe(41003);
});

describe('under a load of writing clients', () => {
  it('a node is killed and comes back: no change is lost, made twice or refused', { timeout: 180_000 }, async () => {
    const load = new WriteLoad(cluster, admin);
    await until(() => load.count > 50);
    await cluster.nodes[0].end('SIGKILL');
    const before = load.count;
    await until(() => load.count > before + 50);
    await cluster.startAgain(0);
    const { lost, twice, refused } = await load.stop();
    expect({ lost, twice, refused }).toEqual({ lost: [], twice: [], refused: {} });
  });

  it('both nodes are drained and come back one after the other, and nobody notices', { timeout: 180_000 }, async () => {
    const load = new WriteLoad(cluster, admin);
    await until(() => load.count > 50);
    for (const node of [0, 1] as const) {
      expect(await cluster.nodes[node].end('SIGTERM')).toBe(0);
      await cluster.startAgain(node);
    }
    const { lost, twice, refused } = await load.stop();
    expect({ lost, twice, refused }).toEqual({ lost: [], twice: [], refused: {} });
  });

  it.each([
    ['restarted', 'SIGINT'],
    ['killed', 'SIGQUIT'],
  ] as const)('PostgreSQL is %s: no change is lost, and later changes are announced again', { timeout: 180_000 }, async (_name, signal) => {
    const sockets = await Promise.all(([0, 1] as const).map((node) => cluster.openLive(node, admin)));
    const load = new WriteLoad(cluster, admin);
    await until(() => load.count > 50);
    await cluster.postgres.restart(signal);
    const before = load.count;
    await until(() => load.count > before + 50);
    const { lost, twice } = await load.stop();
    expect({ lost, twice }).toEqual({ lost: [], twice: [] });
    // The listeners are back: every socket is notified that it may have missed something, and then of changes.
    for (const socket of sockets) await until(() => socket.frames.some(({ data }) => (data as { topic?: string })?.topic === 'all'));
    const heard = (topic: string) =>
      sockets.map(({ frames }) => frames.filter(({ data }) => (data as { topic?: string })?.topic === topic).length);
    await touch(0, 'sys/dict', await idOf('sys_dict', 'parent_id IS NULL'));
    await until(() => heard('dict').every((count) => count === 1), 1000);
    await touch(1, 'sys/function', await idOf('sys_function', 'true'));
    await until(() => heard('functions').every((count) => count >= 1), 1000);
    for (const { socket, closed } of sockets) {
      expect(closed).toBeUndefined();
      socket.terminate();
    }
  });
});

it('a request has one id in the answer, the logs of nginx and of a node, and the operation log', async () => {
  const body = { msgTitle: '编号', msgContent: 'x' };
  const { code, headers } = await cluster.call('nginx', 'POST', 'sys/msg/save', { token: admin, body });
  const id = String(headers['x-request-id']);
  expect([code, id]).toEqual([20000, expect.stringMatching(/^[0-9a-f]{32}$/)]);
  await until(async () => (await cluster.nginx.log()).includes(` ${id}\n`));
  await until(() => cluster.nodes.some((node) => node.output().includes(`"reqId":"${id}"`)));
  expect((await cluster.pool.query('SELECT FROM sys_log_opt WHERE request_id = $1', [id])).rowCount).toBe(1);
});

it('neither nginx nor a node logs a token, a ticket or a query', async () => {
  const { data } = await cluster.call<{ ticket: string }>('nginx', 'POST', 'live/ticket', { token: admin });
  (await cluster.openLive('nginx', data.ticket)).socket.terminate();
  await cluster.call('nginx', 'GET', 'sys/msg/select-page?like=msgTitle:canary-7193', { token: admin });
  await cluster.call('nginx', 'GET', 'no/such?secret=canary-7193');
  await until(async () => (await cluster.nginx.log()).includes('no/such'));
  const logs = [await cluster.nginx.log(), ...cluster.nodes.map((node) => node.output())].join('\n');
  expect(logs).toContain('/api/sys/msg/select-page');
  for (const secret of [admin, data.ticket, 'canary-7193', '?token=']) expect(logs).not.toContain(secret);
});

it('a stopping node finishes its requests, sends its sockets elsewhere and leaves its job to the other node', async () => {
  const holder = new pg.Client({ connectionString: inOwnSchema(cluster.postgres.url) });
  await holder.connect();
  const socket = await cluster.openLive(0, admin);
  const id = await idOf('sys_dict', 'parent_id IS NULL');
  const { data: record } = await cluster.call(0, 'GET', `sys/dict/select/${id}`, { token: admin });
  await cluster.call(0, 'POST', 'sys/org/save', { token: admin, body: { orgName: '总部', orgCode: 'head-office' } });
  // Locked: the record that a request will save, and a table that a job will read; not the job's requester.
  await holder.query('BEGIN');
  await holder.query('SELECT FROM sys_dict WHERE id = $1 FOR UPDATE', [id]);
  await holder.query('LOCK TABLE sys_district IN ACCESS EXCLUSIVE MODE');
  const saving = cluster.call(0, 'POST', 'sys/dict/save', { token: admin, body: record });
  const { data: job } = await cluster.call(0, 'POST', 'sys/org/export', { token: admin });
  const waiting = async () =>
    (await cluster.pool.query(`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = 'back-office'`)).rowCount;
  await until(async () => (await waiting()) === 2);
  const ending = cluster.nodes[0].end('SIGTERM');
  expect(await socket.end()).toMatchObject({ code: 1012 });
  await holder.query('COMMIT');
  await holder.end();
  expect(await saving).toMatchObject({ code: 20000 });
  expect(await ending).toBe(0);
  const exported = async () =>
    (await cluster.call<{ id: string; state: string }[]>(1, 'GET', 'sys/export/select-exports', { token: admin })).data;
  await until(async () => (await exported()).every(({ state }) => state === 'done'));
  expect(await exported()).toEqual([expect.objectContaining({ id: job['id'] })]);
});
