import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openPool } from './open-pool.ts';

/* A server that accepts every connection, and closes it at the first query. */
const welcome = Buffer.concat([
  Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]), // AuthenticationOk
  Buffer.from([0x5a, 0, 0, 0, 5, 0x49]), // ReadyForQuery
]);
const server = createServer((socket: Socket) => {
  socket.once('data', () => {
    socket.write(welcome);
    socket.once('data', () => socket.destroy());
  });
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
});

it('a connection that breaks during a query rejects that query, and does not end the process', async () => {
  const uncaught = vi.fn();
  process.on('uncaughtException', uncaught);
  try {
    const pool = openPool({ host: '127.0.0.1', port: (server.address() as AddressInfo).port, user: 'x', password: 'x', database: 'x' });
    const client = await pool.connect();
    await expect(client.query('SELECT')).rejects.toThrow('Connection terminated unexpectedly');
    client.release(true);
    await pool.end();
    expect(uncaught).not.toHaveBeenCalled();
  } finally {
    process.off('uncaughtException', uncaught);
  }
});
