import type { Database } from './database.ts';
import { StartError } from '../start-error.ts';
import { keepAwake } from './keep-awake.ts';
import { allowLongWork, destroyWhenSilent } from './prepare-session.ts';

/** An arbitrary constant, never changed: while somebody holds this lock, no bytes of files are removed. */
export const clearingLock = 7_215_003;

/** The lock, held until `end`. */
export interface Hold {
  /** Throws a StartError if it is known to be lost: bytes may have been removed since. */
  requireHeld(): void;
  /** Asks for the last time. Rejects with a StartError if it was lost. */
  confirm(): Promise<void>;
  end(): Promise<void>;
}

/**
 * Keeps every node from removing bytes until `end`, so that the objects named by rows read from now on exist. The lock
 * belongs to a separate connection, which is never silent for longer than `everyMs`, and is released with it, however that ends.
 */
export async function pauseClearing({ pool }: Pick<Database, 'pool'>, everyMs?: number): Promise<Hold> {
  const client = pool.options.max === 1 ? undefined : await pool.connect();
  try {
    if (client !== undefined) await allowLongWork(client);
    // A pool of one connection belongs to a process that has the database for itself, or is the only session there is.
    await (client ?? pool).query('SELECT pg_advisory_lock_shared($1)', [clearingLock]);
  } catch (error) {
    client?.release(true);
    throw error;
  }
  if (client === undefined) {
    return {
      requireHeld: () => undefined,
      confirm: async () => undefined,
      end: async () => void (await pool.query('SELECT pg_advisory_unlock_shared($1)', [clearingLock]).catch(() => undefined)),
    };
  }
  // It has the lock, so whatever it asks from now on is answered at once.
  destroyWhenSilent(client);
  const ended = new AbortController();
  let loss: StartError | undefined;
  const note = (error: unknown): void => void (loss ??= lossOf(error));
  client.on('error', note);
  const awake = keepAwake(client, ended.signal, everyMs).catch(note);
  const requireHeld = (): void => {
    if (loss !== undefined) throw loss;
  };
  return {
    requireHeld,
    confirm: async () => {
      ended.abort();
      await awake;
      await client.query('SELECT 1').catch(note);
      requireHeld();
    },
    end: async () => {
      ended.abort();
      client.release(true);
    },
  };
}

const lossOf = (error: unknown): StartError =>
  new StartError(
    'The backup was given up: the connection that keeps the servers from removing files was lost ' +
      `(${error instanceof Error ? error.message : String(error)}), so files may be missing. Make it again.`,
    { cause: error },
  );
