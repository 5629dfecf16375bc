import { type AddressInfo, connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listening } from '../../testing/live-client.ts';

/* Connections whose upgrade was refused, of clients that keep their half open (docs/hardening.md G01, I01). */
let app: TestApp;
beforeEach(async () => {
  app = await openTestApp();
});
afterEach(() => app.drop());

const connections = () => promisify(app.server.server.getConnections.bind(app.server.server))();

/** A client that read the refusal to its end, and does not close. */
async function refused(): Promise<Socket> {
  const host = await listening(app.server);
  const { port } = app.server.server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  socket.write(
    `GET /api/live?token=x HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  );
  socket.resume();
  await once(socket, 'end');
  return socket;
}

describe('a refused upgrade', () => {
  it('is closed by the server, though the client keeps its half open', async () => {
    const socket = await refused();
    await expect.poll(connections, { timeout: 5000 }).toBe(0);
    socket.destroy();
  });

  it('is closed by the server, though the client sends more before it closes its half', async () => {
    const socket = await refused();
    socket.end('x');
    await expect.poll(connections, { timeout: 5000 }).toBe(0);
  });

  it('does not keep the server from stopping', async () => {
    const socket = await refused();
    const start = performance.now();
    await app.server.close();
    expect(performance.now() - start).toBeLessThan(5000);
    socket.destroy();
  });
});
