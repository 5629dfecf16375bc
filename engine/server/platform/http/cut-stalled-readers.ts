import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How long a reader may take nothing of what waits for it, and how often that is looked at, in milliseconds. */
const stalledMs = 60_000;
const lookMs = 5_000;

interface Watched {
  waiting: number;
  written: number;
  since: number;
}

/**
 * Cuts whoever takes nothing for a minute of what is being sent: of a download, an export or a live socket alike. One
 * that takes a little now and then may take as long as it takes.
 */
export function cutStalledReaders(app: FastifyInstance, limitMs = stalledMs, everyMs = lookMs): void {
  const sockets = new Map<Socket, Watched>();
  app.server.on('connection', (socket: Socket) => {
    sockets.set(socket, { waiting: 0, written: 0, since: performance.now() });
    socket.once('close', () => sockets.delete(socket));
  });
  const look = (): void => {
    const now = performance.now();
    for (const [socket, seen] of sockets) {
      const [waiting, written] = [waitingFor(socket), socket.bytesWritten];
      if (waiting === 0 || waiting !== seen.waiting || written !== seen.written) sockets.set(socket, { waiting, written, since: now });
      else if (now - seen.since >= limitMs) socket.destroy();
    }
  };
  const timer = setInterval(look, everyMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

/**
 * Bytes that the system has not taken yet, because the peer takes none. What the stream itself says of them moves by
 * whole blocks only, and a slow line needs minutes for one; the handle counts each byte.
 */
function waitingFor(socket: Socket): number {
  const { _handle: handle } = socket as unknown as { _handle?: { writeQueueSize?: number } | null };
  return handle?.writeQueueSize ?? socket.writableLength;
}
