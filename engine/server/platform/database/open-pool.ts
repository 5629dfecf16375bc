import pg from 'pg';
import { connectionTo } from './connection-to.ts';
import { countAsUnavailable } from './database-errors.ts';
import { DatabaseSocket } from './database-socket.ts';

/** pg's own, whose types know neither that a client is a `pg.Client`, nor that pg-pool waits for what `onConnect` returns. */
export interface PoolConfig extends Omit<pg.PoolConfig, 'Client' | 'onConnect'> {
  readonly Client?: typeof pg.Client;
  readonly onConnect?: (client: pg.ClientBase) => Promise<void> | void;
}

interface PoolListeners {
  /** Called with the error of an idle connection that broke. */
  readonly onIdleError?: ((error: Error) => void) | undefined;
  /** Called with what kept a connection from being opened. */
  readonly onFailure?: ((error: unknown) => void) | undefined;
}

/**
 * A pool in which a broken connection does not end the process: of one in use only the query is rejected. Node.js throws an
 * emitter's `error` event without a listener, and pg-pool listens to neither. Whatever keeps a connection from being opened
 * counts as an unavailable database (`isUnavailable`): a password that was changed is no fault of the request.
 */
export function openPool(config: PoolConfig, { onIdleError = () => undefined, onFailure }: PoolListeners = {}): pg.Pool {
  const count = (error: unknown): void => {
    countAsUnavailable(error);
    onFailure?.(error);
  };
  const prepare = async (client: pg.ClientBase): Promise<void> => {
    try {
      await config.onConnect?.(client);
    } catch (error) {
      count(error);
      throw error;
    }
  };
  const counted: PoolConfig = { stream: () => new DatabaseSocket(), ...config, Client: counting(config.Client, count), onConnect: prepare };
  const pool = new pg.Pool(counted);
  // The pool has already dropped it, and opens another when needed.
  pool.on('error', onIdleError);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** The same client, which reports why it could not connect. Not by the pool: one that waits too long for its turn is no failure of the server. */
function counting(Base: typeof pg.Client = pg.Client, count: (error: unknown) => void): typeof pg.Client {
  return class extends Base {
    constructor(config?: pg.ClientConfig) {
      super(config?.connectionString === undefined ? config : { ...config, ...connectionTo(config.connectionString) });
    }

    // Called by the pool alone, which gives a callback.
    override connect = ((callback: (error: unknown) => void) => {
      super.connect((error: unknown) => {
        if (error) count(error);
        callback(error);
      });
    }) as pg.Client['connect'];
  };
}
