import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How long a reader may take nothing of what waits for it, and how often that is looked at, in milliseconds. */
const stalledMs = 60_000;
const lookMs = 5_000;

interface Watched {
  waiting: number;
  written: number;
  /** For how long it has taken nothing, in milliseconds. */
  stalled: number;
}

/**
 * Cuts whoever takes nothing for a minute of what is being sent: of a download, an export or a live socket alike. One
 * that takes a little now and then may take as long as it takes.
 */
export function cutStalledReaders(app: FastifyInstance, limitMs = stalledMs, everyMs = lookMs): void {
  const sockets = new Map<Socket, Watched>();
  app.server.on('connection', (socket: Socket) => {
    sockets.set(socket, { waiting: 0, written: 0, stalled: 0 });
    socket.once('close', () => sockets.delete(socket));
  });
  const look = (): void => {
    for (const [socket, seen] of sockets) {
      const [waiting, written] = [waitingFor(socket), socket.bytesWritten];
      const isMoving = waiting === 0 || waiting !== seen.waiting || written !== seen.written;
      // By looks and not by the clock: while this process stood still, nobody could take anything.
      const stalled = isMoving ? 0 : seen.stalled + everyMs;
      if (stalled >= limitMs) socket.destroy();
      else sockets.set(socket, { waiting, written, stalled });
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
