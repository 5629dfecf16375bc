import pg from 'pg';
import { DatabaseSocket } from './database-socket.ts';

/**
 * A pool in which a broken connection does not end the process: the error of an idle one is passed to `onIdleError`; of one in
 * use only the query is rejected. Node.js throws an emitter's `error` event without a listener, and pg-pool listens to neither.
 */
export function openPool(config: pg.PoolConfig, onIdleError: (error: Error) => void = () => undefined): pg.Pool {
  const pool = new pg.Pool({ stream: () => new DatabaseSocket(), ...config });
  // The pool has already dropped it, and opens another when needed.
  pool.on('error', onIdleError);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
