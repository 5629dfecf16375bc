import { createHash, timingSafeEqual } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { type Known, lastKnown } from '../database/last-known.ts';
import type { Database } from '../database/database.ts';
import { Refusal } from '../http/refusal.ts';
import type { Settings } from '../settings.ts';
import { Counter, gauge, Histogram } from './families.ts';

interface Parts {
  readonly database: Database;
  readonly settings: Settings;
  /** Live sockets open on this node. */
  readonly sockets: () => number;
}

/** How long the numbers of jobs are kept, which are the one question to the database (docs/hardening.md I16), and waited for. */
const caching = { keptMs: 5_000, withinMs: 700 };

/**
 * GET /metrics in the text format of Prometheus, for who sends METRICS_TOKEN as a bearer token; without that setting
 * there is no such call. Requests by route pattern, never by path, and by the envelope's code (docs/wire.md "Envelope
 * and codes"); nothing about persons. It answers within a second, whatever the database does.
 */
export function metricsRoutes(app: FastifyInstance, { database, settings, sockets }: Parts): void {
  const { metricsToken } = settings;
  if (metricsToken === undefined) return;
  const requests = new Counter();
  const durations = new Histogram();
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  app.addHook('onClose', async () => void delay.disable());
  app.addHook('onResponse', async (request, reply) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'unknown' };
    requests.add({ ...labels, status: String(reply.statusCode), code: String(request.answerCode ?? '') });
    durations.observe(labels, reply.elapsedTime / 1000);
  });
  const jobs = lastKnown(() => countJobs(database), caching);
  app.get('/metrics', async (request, reply) => {
    if (!isToken(request.headers.authorization, metricsToken)) throw new Refusal('noSuchCall');
    const lines = [
      ...requests.lines('http_requests_total', 'Requests by route pattern, HTTP status and code of the envelope.'),
      ...durations.lines('http_request_duration_seconds', 'Time until an answer was sent.'),
      ...gauge('database_connections', 'Connections of the pool; waiting are requests that want one.', poolOf(database)),
      ...gauge('live_sockets', 'Open live sockets.', [[{}, sockets()]]),
      ...jobLines(await jobs()),
      ...processLines(delay),
    ];
    delay.reset();
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
const isToken = (header: string | undefined, token: string): boolean => timingSafeEqual(hash(header ?? ''), hash(`Bearer ${token}`));

const poolOf = ({ pool }: Database): [Record<string, string>, number][] => [
  [{ state: 'used' }, pool.totalCount - pool.idleCount],
  [{ state: 'idle' }, pool.idleCount],
  [{ state: 'waiting' }, pool.waitingCount],
];

function processLines(delay: ReturnType<typeof monitorEventLoopDelay>): string[] {
  const seconds = (nanoseconds: number): number => (Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0);
  return [
    ...gauge('event_loop_delay_seconds', 'Delay of the event loop since the last scrape.', [
      [{ quantile: '0.5' }, seconds(delay.percentile(50))],
      [{ quantile: '0.99' }, seconds(delay.percentile(99))],
      [{ quantile: '1' }, seconds(delay.max)],
    ]),
    ...gauge('process_resident_memory_bytes', 'Memory of the process.', [[{}, process.memoryUsage.rss()]]),
    ...gauge('process_uptime_seconds', 'Time since the process started.', [[{}, process.uptime()]]),
  ];
}

type JobCount = readonly [{ readonly kind: string; readonly state: string }, number];

/** Numbers of jobs by kind and state. */
async function countJobs({ db }: Database): Promise<JobCount[]> {
  const rows = await db
    .selectFrom('sys_job')
    .select((eb) => ['kind', 'state', eb.fn.countAll<number>().as('count')])
    .groupBy(['kind', 'state'])
    .orderBy('kind')
    .orderBy('state')
    .execute();
  return rows.map(({ kind, state, count }): JobCount => [{ kind, state }, count]);
}

/** The last known numbers, and how old they are: a monitor must not take them for those of now. */
function jobLines({ value, age, isStale }: Known<JobCount[]>): string[] {
  return [
    ...gauge('jobs', 'Jobs of the whole cluster by kind and state, as last known.', value ?? []),
    ...gauge('jobs_stale', '1 when the database did not say the numbers of jobs in time.', [[{}, isStale ? 1 : 0]]),
    ...gauge('jobs_age_seconds', 'Time since the database said the numbers of jobs.', value === undefined ? [] : [[{}, age]]),
  ];
}
