import { createHash, timingSafeEqual } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type Known, lastKnown } from '../database/last-known.ts';
import type { Database } from '../database/database.ts';
import { Refusal } from '../http/refusal.ts';
import { isTaken } from '../jobs/job-store.ts';
import type { Settings } from '../settings.ts';
import { onStatement } from '../database/planning-client.ts';
import { onSignInFailure } from './sign-in-failures.ts';
import { productVersion } from '../product-version.ts';
import { Counter, counter, gauge, Histogram } from './families.ts';
import type { NodeReporter } from './node-report.ts';

interface Parts {
  readonly database: Database;
  readonly settings: Settings;
  /** Live sockets open on this node. */
  readonly sockets: () => number;
  readonly node: NodeReporter;
  /** Failed jobs of this node, by kind. */
  readonly failures: ReadonlyMap<string, number>;
}

/** How long the numbers of jobs, the only query to the database, are cached (docs/hardening.md I16), and awaited. */
const caching = { keptMs: 5_000, withinMs: 700 };

/**
 * GET /metrics in the text format of Prometheus, for clients that send METRICS_TOKEN as a bearer token; without that
 * setting the call does not exist. Requests by route pattern, never by path, and by the envelope's code (docs/wire.md
 * "Envelope and codes"); nothing about persons. It answers within a second, whatever the database does.
 */
export function metricsRoutes(app: FastifyInstance, { database, settings, sockets, node, failures }: Parts): void {
  const { metricsToken } = settings;
  if (metricsToken === undefined) return;
  const requests = new Counter();
  const durations = new Histogram();
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const statements = new Histogram();
  const signInFailures = new Counter();
  // Starts at zero: for a monitor, a counter that first appears at one has not increased.
  signInFailures.add({ way: 'password' }, 0);
  const stopCounting = [
    onStatement(({ seconds }) => statements.observe({}, seconds)),
    onSignInFailure((way) => signInFailures.add({ way })),
  ];
  app.addHook('onClose', async () => {
    delay.disable();
    for (const stop of stopCounting) stop();
  });
  app.addHook('onResponse', async (request, reply) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'unknown' };
    requests.add({ ...labels, status: String(reply.statusCode), code: String(request.answerCode ?? '') });
    durations.observe(labels, reply.elapsedTime / 1000);
  });
  const jobs = lastKnown(() => countJobs(database), caching);
  app.get('/metrics', async (request, reply) => {
    if (!isToken(request.headers.authorization, metricsToken)) throw new Refusal('noSuchCall');
    const known = await jobs();
    const lines = [
      ...gauge('back_office_build_info', 'The version that runs.', [[{ version: productVersion, node: process.version }, 1]]),
      ...requests.lines('http_requests_total', 'Requests by route pattern, HTTP status and code of the envelope.'),
      ...durations.lines('http_request_duration_seconds', 'Time until an answer was sent.'),
      ...gauge('database_connections', 'Connections of the pool; waiting are requests that want one.', poolOf(database)),
      ...gauge('live_sockets', 'Open live sockets.', [[{}, sockets()]]),
      ...gauge(
        'database_replica_ready',
        '1 when lists are read from this replica.',
        (database.readers?.replicas ?? []).map(({ place, state }) => [{ replica: place }, state === 'ready' ? 1 : 0]),
      ),
      ...gauge('database_up', '1 when the database answered in time.', [[{}, known.value === undefined || known.isStale ? 0 : 1]]),
      ...statements.lines('database_statement_duration_seconds', 'Time until the database answered a statement of this node.'),
      ...signInFailures.lines('sign_in_failures_total', 'Sign-ins that were refused, by way; locked accounts too.'),
      ...jobLines(known),
      ...counter(
        'jobs_failed_total',
        'Jobs that this node gave up, by kind.',
        [...failures].map(([kind, count]) => [{ kind }, count] as const),
      ),
      ...(await storageLines(node)),
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

const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

function processLines(delay: ReturnType<typeof monitorEventLoopDelay>): string[] {
  const seconds = (nanoseconds: number): number => (Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0);
  return [
    ...gauge('event_loop_delay_seconds', 'Delay of the event loop since the last scrape.', [
      [{ percentile: '50' }, seconds(delay.percentile(50))],
      [{ percentile: '99' }, seconds(delay.percentile(99))],
      [{ percentile: '100' }, seconds(delay.max)],
    ]),
    ...gauge('process_resident_memory_bytes', 'Memory of the process.', [[{}, process.memoryUsage.rss()]]),
    ...counter('process_cpu_seconds_total', 'Processor time of the process.', [[{}, cpuSeconds()]]),
    ...gauge('process_start_time_seconds', 'When the process started.', [[{}, Math.round(performance.timeOrigin) / 1000]]),
    ...gauge('process_uptime_seconds', 'Time since the process started.', [[{}, process.uptime()]]),
  ];
}

/** The free space on the disk of DATA_DIR, and when the last backup was made and read to its end. */
async function storageLines(node: NodeReporter): Promise<string[]> {
  const { disk, backup } = await node.read();
  const sampleOf = (value: number | undefined): [Record<string, string>, number][] => (value === undefined ? [] : [[{}, value]]);
  return [
    ...gauge('disk_free_bytes', 'Free space where DATA_DIR is.', sampleOf(disk?.free)),
    ...gauge('disk_size_bytes', 'Space where DATA_DIR is.', sampleOf(disk?.total)),
    ...gauge(
      'last_backup_timestamp_seconds',
      'When the last backup began that this node knows of.',
      sampleOf(backup && backup.made / 1000),
    ),
    ...gauge(
      'last_backup_verified_timestamp_seconds',
      'When the last backup was read to its end and found whole.',
      sampleOf(backup?.verified === undefined ? undefined : backup.verified / 1000),
    ),
  ];
}

type JobCount = readonly [{ readonly kind: string; readonly state: string }, number];

interface Jobs {
  readonly counts: JobCount[];
  /** Seconds for which the oldest job has been due; 0 without one. */
  readonly oldest: number;
}

/** Numbers of jobs by kind and state, and how long the oldest due one has waited. */
async function countJobs({ db }: Database): Promise<Jobs> {
  const { rows: due } = await sql<{ oldest: number | null }>`
    SELECT extract(epoch FROM now() - min(run_time))::float8 AS oldest FROM sys_job
    WHERE state = 'waiting' AND run_time <= now() AND ${isTaken}`.execute(db);
  const rows = await db
    .selectFrom('sys_job')
    .select((eb) => ['kind', 'state', eb.fn.countAll<number>().as('count')])
    .groupBy(['kind', 'state'])
    .orderBy('kind')
    .orderBy('state')
    .execute();
  return { counts: rows.map(({ kind, state, count }): JobCount => [{ kind, state }, count]), oldest: due[0]?.oldest ?? 0 };
}

/** The last known numbers, and their age: a monitor must not take them for current ones. */
function jobLines({ value, age, isStale }: Known<Jobs>): string[] {
  return [
    ...gauge('jobs', 'Jobs of the whole cluster by kind and state, as last known.', value?.counts ?? []),
    ...gauge('jobs_oldest_due_seconds', 'How long the oldest job that is due has waited.', value === undefined ? [] : [[{}, value.oldest]]),
    ...gauge('jobs_stale', '1 when the database did not say the numbers of jobs in time.', [[{}, isStale ? 1 : 0]]),
    ...gauge('jobs_age_seconds', 'Time since the database said the numbers of jobs.', value === undefined ? [] : [[{}, age]]),
  ];
}
