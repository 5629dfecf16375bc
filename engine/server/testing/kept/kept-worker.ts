import { parentPort, workerData } from 'node:worker_threads';
import { openEngine, serveEngine } from '../../platform/database/embedded-engine.ts';
import type { EmbeddedCommand, EmbeddedWorkerData, EmbeddedWorkerMessage } from '../../platform/database/start-embedded-thread.ts';
import { captureImage } from './capture-image.ts';
import { LoadedFs } from './loaded-fs.ts';

/* Like embedded-worker.ts, over a copy of the folder in memory, which `reset` restores to its state at the start. */

const port = parentPort;
if (!port) throw new Error('kept-worker.ts only runs as a worker.');
const { folder, socket = '' } = workerData as EmbeddedWorkerData;

let lastWords = '';
const send = (message: EmbeddedWorkerMessage): void => port.postMessage(message);
const crashed = (error: unknown): never => {
  send({ failed: lastWords || (error instanceof Error ? error.message : String(error)) });
  process.exit(1);
};

try {
  const fs = new LoadedFs(folder);
  const database = await openEngine(fs, { onFatalMessage: (said) => (lastWords = said), crashed });
  const restore = await captureImage(database);
  let server = await serveEngine(database, socket);
  const reset = async () => {
    await server.stop();
    await database.runExclusive(async () => restore());
    server = await serveEngine(database, socket);
    send({ ready: true });
  };
  const copyTo = async (to: string) => {
    await database.runExclusive(async () => fs.copyTo(to));
    send({ copied: to });
  };
  port.on('message', (order: EmbeddedCommand | 'reset') => {
    if (order === 'reset') void reset().catch(crashed);
    else if (order === 'close') process.exit(0);
    else void copyTo(order.copyTo).catch((error: Error) => send({ copied: order.copyTo, reason: error.message }));
  });
  send({ ready: true });
} catch (error) {
  crashed(error);
}
