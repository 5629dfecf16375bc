import { readFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { StartError } from '../start-error.ts';
import { snapshotSocket } from './serve-snapshots.ts';

/** A copy of a running embedded database, deleted by `end`. */
export interface Snapshot {
  readonly dataDir: string;
  end(): void;
}

/**
 * Requests a copy from the server that runs the embedded database of `dataDir`. Undefined when no server runs there, so
 * that the database can be opened itself; a StartError if the server could not copy it.
 */
export async function requestSnapshot(dataDir: string): Promise<Snapshot | undefined> {
  const folder = socketFolderOf(dataDir);
  if (folder === undefined) return undefined;
  const socket = createConnection(join(folder, snapshotSocket));
  const connected = await new Promise<boolean>((done) => {
    socket.once('connect', () => done(true)).once('error', () => done(false));
  });
  if (!connected) return undefined;
  socket.on('error', () => undefined);
  for await (const line of createInterface(socket)) {
    if (line.startsWith('!')) throw new StartError(`The server could not copy its database: ${line.slice(1)}.`);
    return { dataDir: resolve(line), end: () => socket.destroy() };
  }
  throw new StartError('The server stopped while it copied its database.');
}

function socketFolderOf(dataDir: string): string | undefined {
  try {
    return readFileSync(join(dataDir, '.socket'), 'utf8');
  } catch {
    return undefined;
  }
}
