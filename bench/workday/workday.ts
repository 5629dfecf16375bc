import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { dayOf, encryptField } from '../../engine/server/testing/seal-values.ts';
import type { LiveClient } from '../../engine/server/testing/live-client.ts';
import { type Cluster, startCluster } from '../../test/nodes/start-cluster.ts';
import { ms } from '../lib/measure.ts';
import { insertStaff, staffPassword } from './insert-staff.ts';
import { Tally } from './tally.ts';

const metricsToken = 'a-token-for-the-monitor';
/** A person's actions in a day, with their frequencies in percent. */
const day = { list: 45, record: 20, save: 15, search: 8, home: 6, notices: 5, export: 1 } as const;
type Act = keyof typeof day;
const acts = Object.entries(day).flatMap(([act, share]) => Array.from({ length: share }, () => act as Act));
const actsEach = 20;
/** Points in the day: when everybody has signed in, and when one notice goes to all. */
const [arrived, noon] = [0.4, 0.5];
/** The interval of an open page's heartbeat. */
const heartbeatMs = 30_000;

interface Person {
  readonly account: string;
  readonly node: 0 | 1;
  token: string | undefined;
  socket: LiveClient | undefined;
}

/**
 * A working day of 5,000 people in ten minutes on two nodes and one PostgreSQL: everybody signs in, keeps a socket
 * open, and reads, saves, searches and exports at random moments; at noon one notice goes to all. Delays count from
 * when an action was due. `scale=0.1` has 500 people in a minute. Exit code 1 if anything was refused or failed.
 */
export async function workday(scale: number): Promise<void> {
  const people = Math.round(5_000 * scale);
  const lasts = 600_000 * Math.max(0.1, Math.min(1, scale));
  const cluster = await startCluster({ METRICS_TOKEN: metricsToken, KEY_CALLS_PER_MINUTE: '0', LOG_LEVEL: 'warn' });
  try {
    const admin = await cluster.signIn();
    const accounts = await insertStaff(cluster.pool, people, { 'sys/user': 'read,export', 'sys/msg': 'write', 'sys/dict': 'read' });
    const staff = accounts.map((account, at): Person => ({ account, node: at % 2 === 0 ? 0 : 1, token: undefined, socket: undefined }));
    const size = await databaseSize(cluster);
    const tally = new Tally();
    console.log(`${people} people, ${lasts / 1000} s`);
    const begin = performance.now();
    const heartbeat = setInterval(() => {
      for (const { socket } of staff) if (socket?.socket.readyState === 1) socket.send({ code: 1 });
    }, heartbeatMs);
    await Promise.all([
      ...staff.map((person) => spendDay(cluster, person, { begin, lasts, tally })),
      sendNoticeToAll(cluster, { admin, staff, at: begin + lasts * noon }),
    ]);
    clearInterval(heartbeat);
    tally.print();
    for (const node of [0, 1] as const) console.log(`node ${node}: ${await resources(cluster, node)}`);
    console.log(`the database grew by ${(((await databaseSize(cluster)) - size) / 2 ** 20) | 0} MB`);
    for (const { socket } of staff) socket?.socket.terminate();
  } finally {
    await cluster.stop();
  }
}

interface Day {
  readonly begin: number;
  readonly lasts: number;
  readonly tally: Tally;
}

/** One person's day. */
async function spendDay(cluster: Cluster, person: Person, { begin, lasts, tally }: Day): Promise<void> {
  const comes = begin + Math.random() * lasts * arrived;
  await until(comes);
  await tally.time('sign-in', comes, () => signIn(cluster, person));
  if (person.token === undefined) return;
  await tally.time('home', performance.now(), () => home(cluster, person));
  await tally.time('socket', performance.now(), async () => {
    person.socket = await cluster.openLive(person.node, person.token ?? '');
    return undefined;
  });
  const from = performance.now();
  const moments = Array.from({ length: actsEach }, () => from + Math.random() * (begin + lasts - from)).toSorted((a, b) => a - b);
  for (const due of moments) {
    await until(due);
    const act = acts[Math.floor(Math.random() * acts.length)] ?? 'list';
    await tally.time(act, due, () => work[act](cluster, person));
  }
}

const until = (moment: number): Promise<void> => wait(Math.max(0, moment - performance.now()));

async function signIn(cluster: Cluster, person: Person): Promise<string | undefined> {
  const today = dayOf(new Date());
  const body = new URLSearchParams({ username: encryptField(person.account, today), password: encryptField(staffPassword, today) });
  const answer = await cluster.call<{ credentials: { accessToken: string } }>(person.node, 'POST', 'login', { body });
  if (answer.code !== 20000) return `${answer.status} ${answer.code}`;
  person.token = answer.data.credentials.accessToken;
  return undefined;
}

async function call(cluster: Cluster, { node, token }: Person, method: string, path: string, body?: unknown): Promise<string | undefined> {
  const headers = method === 'POST' ? { 'idempotency-key': randomUUID() } : {};
  const { status, code } = await cluster.call(node, method, path, { token, body, headers });
  return status === 200 && (code === 20000 || path.includes('export')) ? undefined : `${status} ${code ?? ''}`;
}

const get =
  (...paths: readonly string[]) =>
  async (cluster: Cluster, person: Person): Promise<string | undefined> => {
    for (const path of paths) {
      const wrong = await call(cluster, person, 'GET', path);
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  };

const home = get('sys/user/select-roles', 'sys/user/preference', 'statistics/select-home');

const work: Readonly<Record<Act, (cluster: Cluster, person: Person) => Promise<string | undefined>>> = {
  list: get('sys/user/select-page?index=0&limit=10'),
  record: async (cluster, person) => {
    const { data } = await cluster.call<{ items?: { id: string }[] }>(person.node, 'GET', 'sys/user/select-page?limit=1', {
      token: person.token,
    });
    return call(cluster, person, 'GET', `sys/user/select/${data?.items?.[0]?.id ?? ''}`);
  },
  save: (cluster, person) =>
    call(cluster, person, 'POST', 'sys/msg/save', {
      msgTitle: `${person.account} 的草稿`,
      msgContent: '<p>今天的工作</p>',
      msgScope: '全部',
    }),
  search: (cluster, person) => call(cluster, person, 'GET', `sys/search?text=${encodeURIComponent(person.account)}`),
  home,
  notices: get('sys/msg/list?index=0&limit=10'),
  export: get('sys/user/export?format=csv'),
};

/** One notice for everybody, and how soon each open page receives it. */
async function sendNoticeToAll(
  cluster: Cluster,
  { admin, staff, at }: { admin: string; staff: readonly Person[]; at: number },
): Promise<void> {
  await until(at);
  const body = { msgTitle: '停电通知', msgContent: '<p>今晚停电</p>', msgScope: '全部', msgStatus: '已发布' };
  const { code } = await cluster.call(0, 'POST', 'sys/msg/save', { token: admin, body });
  const sentTime = performance.now();
  const sockets = staff.flatMap(({ socket }) => socket ?? []);
  const countReceived = (): number => sockets.filter(({ frames }) => frames.some((frame) => frame.code === 66)).length;
  while (countReceived() < sockets.length && performance.now() - sentTime < 60_000) await wait(50);
  console.log(
    `a notice to all (${code}): ${countReceived()} of ${sockets.length} open pages heard of it within ${ms(performance.now() - sentTime)}`,
  );
}

async function resources(cluster: Cluster, node: 0 | 1): Promise<string> {
  const { text } = await cluster.call(node, 'GET', '/metrics', { headers: { authorization: `Bearer ${metricsToken}` } });
  const figure = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  const delay = /^event_loop_delay_seconds\{percentile="99"\} (\S+)$/m.exec(text)?.[1];
  return `${Math.round(figure('process_resident_memory_bytes') / 2 ** 20)} MB, ${Math.round(figure('process_cpu_seconds_total'))} s of a processor, loop late by ${ms(Number(delay) * 1000)} (p99)`;
}

async function databaseSize(cluster: Cluster): Promise<number> {
  const { rows } = await cluster.pool.query<{ size: string }>('SELECT pg_database_size(current_database())::text AS size');
  return Number(rows[0]?.size);
}
