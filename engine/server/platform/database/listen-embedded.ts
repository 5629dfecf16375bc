import pg from 'pg';
import type { ChannelListener } from './server-listener.ts';

/**
 * Listens on the one connection of the embedded database's pool: there can be no second one, and none is needed, since
 * the session receives its own notifications. Returns a function that stops it.
 */
export function listenEmbedded(pool: pg.Pool, channel: string, { onMessage, connected }: ChannelListener): () => void {
  let stopped = false;
  const known = new WeakSet<pg.ClientBase>();
  const attach = (client: pg.ClientBase): void => {
    if (stopped || known.has(client)) return;
    known.add(client);
    client.on('notification', ({ payload }) => {
      if (!stopped) onMessage(payload ?? '');
    });
    client.query(`LISTEN ${pg.escapeIdentifier(channel)}`).then(
      () => {
        if (!stopped) connected();
      },
      () => undefined,
    );
  };
  pool.on('connect', attach);
  // The connection may already be open.
  pool.connect().then(
    (client) => {
      attach(client);
      client.release();
    },
    () => undefined,
  );
  return () => {
    stopped = true;
    pool.off('connect', attach);
  };
}
