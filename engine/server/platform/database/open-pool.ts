import pg from 'pg';
import { DatabaseSocket } from './database-socket.ts';

/**
 * A pool of connections whose breaking ends no process: what an idle one broke of is given to `onIdleError`, and of one in use
 * its query alone is rejected. Node.js throws the `error` of an emitter that nobody listens to, and pg-pool listens to neither.
 */
export function openPool(config: pg.PoolConfig, onIdleError: (error: Error) => void = () => undefined): pg.Pool {
  const pool = new pg.Pool({ stream: () => new DatabaseSocket(), ...config });
  // The pool has already dropped it, and opens another when one is needed.
  pool.on('error', onIdleError);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
