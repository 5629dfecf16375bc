import { recordIn } from '@back-office/contract/record-in.ts';
import { constants, cpSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { DurableFs } from './durable-fs.ts';
import type { EmbeddedCommand, EmbeddedWorkerData, EmbeddedWorkerMessage } from './embedded-thread.ts';

/*
 * The thread of the embedded database. It runs PostgreSQL as WebAssembly on a folder, listens
 * on a Unix socket, and ends when the parent says `close`. Without a socket it only makes the
 * folder and ends.
 */

// pglite-socket brings its own copy of PGlite's types; it uses the instance that it is given.
type SocketDatabase = ConstructorParameters<typeof PGLiteSocketServer>[0]['db'];

const port = parentPort;
if (!port) throw new Error('embedded-worker.ts only runs as a worker.');
const { folder, socket } = workerData as EmbeddedWorkerData;

const longjmpStatus = 100;
const settings = [
  'wal_sync_method=fsync', // the one that DurableFs carries out
  'max_wal_size=64MB', // the log that is kept; embedded-maintenance.ts writes the checkpoints
  'min_wal_size=32MB',
  'log_min_messages=fatal', // a query's error goes to its client, and may hold data
];
const startParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'), // -F turns fsync off
  ...settings.flatMap((setting) => ['-c', setting]),
];

/** PostgreSQL's last message before it crashed, such as `PANIC:  could not write to file …`. */
let lastWords = '';

function hear(line: string): false {
  const said = /(?:FATAL|PANIC):\s+(.*)/.exec(line)?.[1];
  if (said) lastWords = said;
  return false;
}

function send(message: EmbeddedWorkerMessage): void {
  port?.postMessage(message);
}

function fail(error: unknown): never {
  send({ failed: lastWords || (error instanceof Error ? error.message : String(error)) });
  process.exit(1);
}

/**
 * PGlite catches every error of its engine, including a crash of the WebAssembly, and goes on with memory in an unknown
 * state. Only its own longjmp is normal; on anything else the thread must end, and the next start recovers from the log
 * as after any crash.
 */
function stopAtCrash(database: PGlite): void {
  const engine = database.Module as unknown as { _PostgresMainLoopOnce: () => void };
  const run = engine._PostgresMainLoopOnce;
  engine._PostgresMainLoopOnce = () => {
    try {
      run();
    } catch (error) {
      if (recordIn(error).status === longjmpStatus) throw error;
      fail(error);
    }
  };
}

/**
 * PGlite is one session for all clients: when a client disconnected in the middle of a query, the engine still waits
 * for its end, and would take the next client's messages for it.
 */
async function endHalfQuery(database: PGlite): Promise<void> {
  const sync = Uint8Array.of('S'.charCodeAt(0), 0, 0, 0, 4);
  await database.runExclusive(() => database.execProtocolRawStream(sync, { onRawData: () => undefined }));
}

async function serve(database: PGlite, path: string): Promise<void> {
  // One client at a time is what the pool opens; more only while it replaces a dead one.
  const server = new PGLiteSocketServer({ db: database as unknown as SocketDatabase, path, maxConnections: 8 });
  server.addEventListener('connection', () => void endHalfQuery(database));
  await server.start();
  port?.on('message', (order: EmbeddedCommand) => {
    if (order === 'close') void close(server, database).catch(fail);
    else void copyFolder(database, order.copyTo);
  });
  send({ ready: true });
}

/**
 * Copies the folder between two messages of the protocol. Nothing is written meanwhile, so that the copy is what a power
 * cut at this moment would leave, and starts as any folder does after one.
 */
async function copyFolder(database: PGlite, to: string): Promise<void> {
  try {
    await database.runExclusive(async () => cpSync(folder, to, { recursive: true, mode: constants.COPYFILE_FICLONE }));
    send({ copied: to });
  } catch (error) {
    send({ copied: to, reason: error instanceof Error ? error.message : String(error) });
  }
}

async function close(server: PGLiteSocketServer, database: PGlite): Promise<void> {
  await server.stop();
  await database.close();
  send({ closed: true });
  process.exit(0);
}

try {
  const fs = new DurableFs(folder, (error) => fail(new Error(`the disk did not keep what was written: ${error.message}`)));
  const database = await PGlite.create({ fs, startParams, extensions: { pg_trgm }, onStderr: hear });
  stopAtCrash(database);
  if (socket) await serve(database, socket);
  else {
    await database.close();
    send({ closed: true });
  }
} catch (error) {
  fail(error);
}
