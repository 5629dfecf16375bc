import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How long a reader may read nothing while data waits for it, and how often that is checked, in milliseconds. */
const stalledMs = 60_000;
const lookMs = 5_000;

interface Watched {
  waiting: number;
  written: number;
  /** How long it has read nothing, in milliseconds. */
  stalled: number;
}

/**
 * Cuts readers that have read nothing for a minute of what is being sent: a download, an export or a live socket alike.
 * One that reads a little now and then may take as long as it likes.
 */
export function cutStalledReaders(app: FastifyInstance, limitMs = stalledMs, everyMs = lookMs): void {
  const sockets = new Map<Socket, Watched>();
  app.server.on('connection', (socket: Socket) => {
    sockets.set(socket, { waiting: 0, written: 0, stalled: 0 });
    socket.once('close', () => sockets.delete(socket));
  });
  const checkSockets = (): void => {
    for (const [socket, seen] of sockets) {
      const [waiting, written] = [waitingFor(socket), socket.bytesWritten];
      const isMoving = waiting === 0 || waiting !== seen.waiting || written !== seen.written;
      // Counts checks instead of clock time: while this process was blocked, nobody could read anything.
      const stalled = isMoving ? 0 : seen.stalled + everyMs;
      if (stalled >= limitMs) socket.destroy();
      else sockets.set(socket, { waiting, written, stalled });
    }
  };
  const timer = setInterval(checkSockets, everyMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

/**
 * Bytes that the system has not accepted yet, because the peer reads none. The stream's own counter moves by whole
 * blocks only, and a slow line needs minutes for one; the handle counts each byte.
 */
function waitingFor(socket: Socket): number {
  const { _handle: handle } = socket as unknown as { _handle?: { writeQueueSize?: number } | null };
  return handle?.writeQueueSize ?? socket.writableLength;
}
