import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { checkServer, refusePooler } from './check-server.ts';
import type { Database, OpenOptions } from './database.ts';
import { startEmbedded } from './start-embedded.ts';
import { openPool, type PoolConfig } from './open-pool.ts';
import { maintainEmbedded } from './embedded-maintenance.ts';
import { connectionTo, fileFailure } from './connection-to.ts';
import { ConnectionTrouble } from './connection-trouble.ts';
import { explainConnectionError } from './explain-connection-error.ts';
import { listenEmbedded } from './listen-embedded.ts';
import { makeKysely } from './make-kysely.ts';
import type { SchemaPlace } from './own-schema.ts';
import { PlanningClient, SharedClient } from './planning-client.ts';
import { Primary } from './primary.ts';
import { PollListener } from './poll-listener.ts';
import { destroyWhenSilent, prepareSession } from './prepare-session.ts';
import { serveSnapshots } from './serve-snapshots.ts';
import { Readers } from './readers.ts';
import { Replica } from './replica.ts';
import { findSharedSessions } from './find-shared-sessions.ts';
import { ServerListener } from './server-listener.ts';
import { socketOf } from './socket-of.ts';
import { valueTypes } from './value-types.ts';
import { retryUntilReachable } from './retry-until-reachable.ts';

/**
 * The size of the pool. Embedded: PGlite is one session, so two connections would share transactions, settings and the
 * unnamed statement, and mix their queries. With one, the pool does the queueing.
 */
const poolSize = { embedded: 1, postgresql: 10 };
/** The number of separate urgent connections, on PostgreSQL. */
const urgentSize = 3;
/** The configuration for shared sessions: nothing is set in them. */
const sharedPool: PoolConfig = { Client: SharedClient, application_name: 'back-office', onConnect: destroyWhenSilent };
/** How long a request waits for a connection before it is answered 503. */
const waitMs = { embedded: 10_000, postgresql: 5_000 };

interface PoolOptions extends OpenOptions {
  /** Called with what kept a connection from being opened. */
  readonly onFailure?: (error: unknown) => void;
}

/**
 * Opens the database that the settings name and checks that it can be used. It does not migrate. Throws a StartError,
 * whose message is for the operator, when it cannot.
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  return options.url ? openPostgresql(options, options.url) : openEmbedded(options);
}

async function openPostgresql(options: OpenOptions, url: string): Promise<Database> {
  const primary = new Primary(url, options.log);
  try {
    await retryUntilReachable(url, options, () => primary.find());
    return await openPrimary(options, primary);
  } catch (error) {
    await primary.close();
    throw error;
  }
}

async function openPrimary(given: OpenOptions, primary: Primary): Promise<Database> {
  const trouble = new ConnectionTrouble(primary, given);
  const options: PoolOptions = { ...given, onFailure: (error) => trouble.say(error) };
  const isPolled = options.liveBus === 'poll';
  const place: SchemaPlace = {};
  const { url } = primary;
  const shares = isPolled && (await retryUntilReachable(url, options, () => findSharedSessions(url, options.timeZone)));
  const config = { keepAlive: true, ...(shares ? sharedPool : {}) };
  const pool = makePrimaryPool(primary, options, place, config);
  try {
    await retryUntilReachable(url, options, () => checkServer(pool));
    if (!isPolled) await refusePooler(pool);
  } catch (error) {
    await endPool(pool);
    throw error;
  }
  const urgent = makePrimaryPool(primary, options, place, { ...config, max: urgentSize });
  primary.watch();
  trouble.begin();
  const readers = await openReaders(given, place, { primary: pool, urgent });
  return {
    kind: 'postgresql',
    readers,
    get hosts() {
      return primary.states;
    },
    sharesSessions: shares,
    pool,
    db: makeKysely(pool),
    urgent: { pool: urgent, db: makeKysely(urgent) },
    listen: (channel, listener) =>
      isPolled
        ? new PollListener(urgent, listener, options.log)
        : new ServerListener(primary, channel, listener, { log: options.log, place }),
    close: async () => {
      await readers?.close();
      await Promise.all([endPool(pool), endPool(urgent)]);
      await primary.close();
    },
  };
}

/** A pool whose connections go to the current primary; connections to another host are cut as soon as the primary has changed. */
function makePrimaryPool(primary: Primary, options: PoolOptions, place: SchemaPlace, config: PoolConfig): pg.Pool {
  const Base = config.Client === SharedClient ? SharedClient : PlanningClient;
  // Includes connections still being opened: a host that was unreachable at their beginning may accept them later.
  const clients = new Set<pg.Client>();
  const Client = class extends Base {
    constructor(given?: pg.ClientConfig) {
      super({ ...given, ...connectionTo(primary.url) });
      clients.add(this);
      this.once('end', () => clients.delete(this));
    }
  };
  primary.onMoved(() => {
    for (const client of clients) socketOf(client).destroy(new Error('Connection terminated: another host is the primary'));
  });
  return makePool(options, 'postgresql', place, { ...config, connectionString: primary.url, Client });
}

async function openReaders(
  options: OpenOptions,
  place: SchemaPlace,
  { primary, urgent }: { primary: pg.Pool; urgent: pg.Pool },
): Promise<Readers | undefined> {
  const { readUrls = [], log } = options;
  if (readUrls.length === 0) return undefined;
  for (const failure of readUrls.flatMap((url) => fileFailure(url) ?? []))
    log.error(
      { err: failure },
      `A certificate that DATABASE_READ_URL names cannot be read: its replica is not used until ${failure.path} can.`,
    );
  const pools: pg.Pool[] = [];
  const poolOf = (url: string, max: number): pg.Pool => {
    const pool = makePool(options, 'postgresql', place, { connectionString: url, keepAlive: true, max, connectionTimeoutMillis: 1_000 });
    pools.push(pool);
    return pool;
  };
  const replicas = readUrls.map(
    (url) => new Replica(url, { reads: poolOf(url, poolSize.postgresql), checks: poolOf(url, 2), primary }, log),
  );
  const readers = new Readers(replicas, urgent, pools);
  await readers.start();
  return readers;
}

async function openEmbedded(options: OpenOptions): Promise<Database> {
  const server = await (options.startEmbedded ?? startEmbedded)(options.dataDir, options.onCrash ?? endProcess);
  const pool = makePool(
    options,
    'embedded',
    {},
    {
      host: server.host,
      port: 5432,
      user: 'postgres',
      database: 'postgres',
      // The one session is kept for the life of the process: closing it would gain nothing.
      idleTimeoutMillis: 0,
    },
  );
  const stopUpkeep = maintainEmbedded(pool, options.log);
  const snapshots = serveSnapshots(options.dataDir, server, pool);
  const close = async () => {
    stopUpkeep();
    await snapshots.close();
    await endPool(pool);
    await server.close();
  };
  try {
    await pool.query('select 1');
  } catch (error) {
    await close();
    throw explainConnectionError(error, undefined, options.timeZone);
  }
  const db = makeKysely(pool);
  return {
    kind: 'embedded',
    hosts: [],
    sharesSessions: false,
    pool,
    db,
    urgent: { pool, db },
    listen: (channel, listener) => ({ stop: listenEmbedded(pool, channel, listener) }),
    close,
  };
}

function makePool(options: PoolOptions, kind: Database['kind'], place: SchemaPlace, config: PoolConfig): pg.Pool {
  const pool = openPool(
    {
      max: poolSize[kind],
      connectionTimeoutMillis: waitMs[kind],
      types: valueTypes,
      Client: PlanningClient,
      onConnect: (client) => prepareSession(client, kind, options.timeZone, place),
      ...config,
    },
    {
      onIdleError: (error) => options.log.warn({ err: error }, 'The database closed an idle connection.'),
      onFailure: options.onFailure,
    },
  );
  pool.on('release', (error, client) => {
    if (!error && client instanceof PlanningClient) client.freePlans();
  });
  return pool;
}

/** Waits for connections in use, but not forever: one that is never returned must not keep the process alive. */
async function endPool(pool: pg.Pool): Promise<void> {
  if (pool.ending) return;
  await Promise.race([pool.end(), wait(10_000, undefined, { ref: false })]);
}

function endProcess(error: Error): void {
  setImmediate(() => {
    throw new Error(`The embedded database died: ${error.message}.`, { cause: error });
  });
}
