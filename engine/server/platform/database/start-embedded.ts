import { join } from 'node:path';
import { StartError } from '../start-error.ts';
import { startEmbeddedThread } from './start-embedded-thread.ts';
import { lockFolder } from './lock-folder.ts';
import { makeDatabaseFolder } from './make-database-folder.ts';
import { inspectDatabaseFolder, prepareDataDir, reasonOf } from './prepare-folder.ts';
import { makeSocketFolder } from './make-socket-folder.ts';

export interface EmbeddedServer {
  /** Folder of the Unix socket, as `host` for `pg`; the port is always 5432. */
  host: string;
  /** Copies the database as it is at one moment into a folder that must not exist yet. */
  copyTo(folder: string): Promise<void>;
  /** Writes a checkpoint, ends the thread, removes the socket, unlocks the folder. */
  close(): Promise<void>;
}

/**
 * Starts the embedded database on `${dataDir}/database`, creating it first if there is none. Throws a StartError, and
 * changes nothing, when the folder is locked, not writable, of another version, or not a database. `onCrash` is called
 * when the thread dies later: the database is then unusable, so the process should end and be restarted.
 */
export async function startEmbedded(dataDir: string, onCrash: (error: Error) => void): Promise<EmbeddedServer> {
  prepareDataDir(dataDir);
  const lock = lockFolder(dataDir);
  const folder = join(dataDir, 'database');
  const cleanups = [() => lock.release()];
  const cleanUp = () => {
    for (const undo of cleanups.splice(0).reverse()) undo();
  };
  try {
    if (inspectDatabaseFolder(folder) === 'empty') await makeDatabaseFolder(folder);
    const socket = makeSocketFolder(dataDir);
    cleanups.push(() => socket.remove());
    const thread = startEmbeddedThread({ folder, socket: join(socket.folder, '.s.PGSQL.5432') });
    await thread.expect('ready');
    thread.whenDead((error) => {
      cleanUp();
      onCrash(error);
    });
    return { host: socket.folder, copyTo: (to) => thread.copyTo(to), close: () => thread.close().finally(cleanUp) };
  } catch (error) {
    cleanUp();
    if (error instanceof StartError) throw error;
    throw new StartError(`The embedded database in ${folder} cannot be started: ${reasonOf(error)}.`, { cause: error });
  }
}
