import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type pg from 'pg';
import { removeLeftSocket } from './make-socket-folder.ts';
import { pauseClearing } from './pause-clearing.ts';
import type { EmbeddedServer } from './start-embedded.ts';

/** Name of the Unix socket beside that of the database, in a folder that only its owner may open. */
export const snapshotSocket = 'snapshot.sock';
const prefix = '.snapshot-';

/**
 * Sends every client a copy of the running embedded database, which no second process may open: the path of a data
 * folder on a line, or a line that begins with `!` and the reason of a failure. The copy stays, and no bytes of files
 * are removed, until the connection ends. The remains of an earlier process are removed first.
 */
export function serveSnapshots(
  dataDir: string,
  server: Pick<EmbeddedServer, 'host' | 'copyTo'>,
  pool: pg.Pool,
): { close: () => Promise<void> } {
  for (const name of readdirSync(dataDir)) if (name.startsWith(prefix)) removeCopy(join(dataDir, name));
  const connections = new Set<Socket>();
  const sendCopy = async (socket: Socket): Promise<void> => {
    const ended = new Promise((resolve) => socket.once('close', resolve));
    const hold = await pauseClearing({ pool });
    let folder: string | undefined;
    try {
      folder = mkdtempSync(join(dataDir, prefix));
      await server.copyTo(join(folder, 'database'));
      socket.write(`${folder}\n`);
      await ended;
    } finally {
      if (folder !== undefined) removeCopy(folder);
      await hold.end();
    }
  };
  const listening = createServer((socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
    socket.on('error', () => undefined).resume();
    sendCopy(socket).catch((error: Error) => socket.end(`!${error.message}\n`));
  });
  listening.listen(join(server.host, snapshotSocket));
  listening.unref();
  return {
    close: () =>
      new Promise((resolve) => {
        for (const socket of connections) socket.destroy();
        listening.close(() => resolve());
      }),
  };
}

/** The process that opened the copy may have been killed. */
function removeCopy(folder: string): void {
  removeLeftSocket(folder);
  rmSync(folder, { recursive: true, force: true });
}
