import { recordIn } from '@back-office/contract/record-in.ts';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';

// pglite-socket has its own copy of PGlite's types; it uses the instance passed to it.
type SocketDatabase = ConstructorParameters<typeof PGLiteSocketServer>[0]['db'];

const longjmpStatus = 100;
const settings = [
  'wal_sync_method=fsync', // the method that DurableFs implements
  'max_wal_size=64MB', // the log that is kept; embedded-maintenance.ts writes the checkpoints
  'min_wal_size=32MB',
  'log_min_messages=fatal', // a query's error goes to its client, and may contain data
];
const startParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'), // -F turns fsync off
  ...settings.flatMap((setting) => ['-c', setting]),
];

/** What the embedded database reports to its thread. */
export interface EngineListener {
  /** PostgreSQL's last message before it crashed, such as `PANIC:  could not write to file …`. */
  onFatalMessage: (said: string) => void;
  /** Must end the thread: the engine's memory is in an unknown state. */
  crashed: (error: unknown) => never;
}

/** Starts PostgreSQL as WebAssembly on a file system. */
export async function openEngine(fs: NonNullable<PGliteOptions['fs']>, listener: EngineListener): Promise<PGlite> {
  const onStderr = (line: string): false => {
    const said = /(?:FATAL|PANIC):\s+(.*)/.exec(line)?.[1];
    if (said) listener.onFatalMessage(said);
    return false;
  };
  const database = await PGlite.create({ fs, startParams, extensions: { pg_trgm }, onStderr });
  stopAtCrash(database, listener);
  return database;
}

/**
 * PGlite catches every error of its engine, including a crash of the WebAssembly, and continues with memory in an
 * unknown state. Only its own longjmp is normal; on anything else the thread must end, and the next start recovers from
 * the log as after any crash.
 */
function stopAtCrash(database: PGlite, { crashed }: EngineListener): void {
  const engine = database.Module as unknown as { _PostgresMainLoopOnce: () => void };
  const run = engine._PostgresMainLoopOnce;
  engine._PostgresMainLoopOnce = () => {
    try {
      run();
    } catch (error) {
      if (recordIn(error).status === longjmpStatus) throw error;
      crashed(error);
    }
  };
}

/** Listens on a Unix socket. */
export async function serveEngine(database: PGlite, path: string): Promise<PGLiteSocketServer> {
  // The pool opens one client at a time; more exist only while it replaces a dead one.
  const server = new PGLiteSocketServer({ db: database as unknown as SocketDatabase, path, maxConnections: 8 });
  server.addEventListener('connection', () => void endHalfQuery(database));
  await server.start();
  return server;
}

/**
 * PGlite is one session for all clients: when a client disconnected in the middle of a query, the engine still waits
 * for the query's end, and would take the next client's messages for it.
 */
async function endHalfQuery(database: PGlite): Promise<void> {
  const sync = Uint8Array.of('S'.charCodeAt(0), 0, 0, 0, 4);
  await database.runExclusive(() => database.execProtocolRawStream(sync, { onRawData: () => undefined }));
}
