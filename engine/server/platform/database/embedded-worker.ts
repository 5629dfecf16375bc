import { constants, cpSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import type { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { DurableFs } from './durable-fs.ts';
import { openEngine, serveEngine } from './embedded-engine.ts';
import type { EmbeddedCommand, EmbeddedWorkerData, EmbeddedWorkerMessage } from './start-embedded-thread.ts';

/*
 * The thread of the embedded database. It runs PostgreSQL as WebAssembly on a folder, listens
 * on a Unix socket, and ends when the parent sends `close`. Without a socket it only creates the
 * folder and ends.
 */

const port = parentPort;
if (!port) throw new Error('embedded-worker.ts only runs as a worker.');
const { folder, socket } = workerData as EmbeddedWorkerData;

let fatalMessage = '';

function send(message: EmbeddedWorkerMessage): void {
  port?.postMessage(message);
}

function fail(error: unknown): never {
  send({ failed: fatalMessage || (error instanceof Error ? error.message : String(error)) });
  process.exit(1);
}

async function serve(database: PGlite, path: string): Promise<void> {
  const server = await serveEngine(database, path);
  port?.on('message', (order: EmbeddedCommand) => {
    if (order === 'close') void close(server, database).catch(fail);
    else void copyFolder(database, order.copyTo);
  });
  send({ ready: true });
}

/**
 * Copies the folder between two messages of the protocol. Nothing is written meanwhile, so the copy is what a power cut
 * at this moment would leave, and starts as any folder does after one.
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
  const database = await openEngine(fs, { onFatalMessage: (said) => (fatalMessage = said), crashed: fail });
  if (socket) await serve(database, socket);
  else {
    await database.close();
    send({ closed: true });
  }
} catch (error) {
  fail(error);
}
