import { Server, type Socket } from 'node:net';
import { setImmediate as afterPolling, setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** A turn of the event loop this short leaves hardly a moment for a connection to arrive unnoticed; the limit of waiting for one follows. */
const quietTurnMs = 0.1;
const quietWithinMs = 1000;

/** How long a connection that a proxy keeps open may still bring a request, and how often idle ones are closed after that. */
const lastRequestsMs = 1000;
const closeIdleMs = 50;

/**
 * Lets a node stop without a failed request. It accepts no new connection, answers requests on open ones with
 * `Connection: close` (Fastify does, while it closes), and closes idle ones only after a while: a proxy that sends a
 * request into a connection just being closed cannot know whether it arrived, and must answer 502. `before` comes first,
 * in this order: telling sockets to reconnect elsewhere, and ending what requests would wait for too long.
 */
export function drain(app: FastifyInstance, before: readonly (() => Promise<void> | void)[]): void {
  const { server } = app;
  // Node counts a connection as idle only once it has carried a request; browsers open spare ones.
  const fresh = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    fresh.add(socket);
    socket.once('close', () => fresh.delete(socket));
  });
  server.on('request', ({ socket }) => fresh.delete(socket));
  server.on('upgrade', ({ socket }) => fresh.delete(socket));
  app.addHook('preClose', async () => {
    for (const step of before) await step();
    if (!server.listening) return;
    await quietTurn();
    const closed = new Promise<void>((resolve) => {
      // Not the close of http.Server, which also closes idle connections at once.
      Server.prototype.close.call(server, () => resolve());
    });
    await Promise.race([closed, wait(lastRequestsMs)]);
    const closing = setInterval(() => {
      server.closeIdleConnections();
      for (const socket of fresh) socket.destroy();
    }, closeIdleMs);
    await closed;
    clearInterval(closing);
  });
}

/**
 * Waits for an iteration of the event loop with next to nothing to do. When the server stops listening, the system
 * resets connections that wait to be accepted; right after an idle iteration there are none.
 */
async function quietTurn(): Promise<void> {
  const start = performance.now();
  for (let turn = start, took = Infinity; took > quietTurnMs && turn - start < quietWithinMs;) {
    await afterPolling();
    took = performance.now() - turn;
    turn += took;
  }
}
