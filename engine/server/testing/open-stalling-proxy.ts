import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

export interface StallingProxy {
  readonly port: number;
  /** From now on it still accepts connections and bytes, and forwards nothing. */
  stall(): void;
  /** From now on it forwards answers a byte at a time, with so many milliseconds after each. */
  dribble(everyMs: number): void;
  /** Connections accepted since it stalled. */
  readonly taken: () => number;
  drop(): void;
}

/** A real TCP server in front of another one, which can fall silent, like a store whose machine has stopped. */
export async function openStallingProxy(target: number): Promise<StallingProxy> {
  const sockets = new Set<Socket>();
  let isSilent = false;
  let taken = 0;
  let dribbleMs: number | undefined;
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    if (isSilent) {
      taken += 1;
      socket.resume();
      return;
    }
    const behind = connect(target, '127.0.0.1').on('error', () => socket.destroy());
    sockets.add(behind);
    const pass = (from: Socket, to: Socket): void => {
      from.on('data', (bytes: Buffer) => {
        if (isSilent) return;
        if (dribbleMs === undefined || from === socket) {
          if (!to.write(bytes)) from.pause();
          return;
        }
        from.pause();
        void drip(bytes, to, dribbleMs).then(() => from.resume());
      });
      to.on('drain', () => from.resume());
      from.on('close', () => to.destroy());
    };
    pass(socket, behind);
    pass(behind, socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stall: () => {
      isSilent = true;
    },
    dribble: (everyMs) => {
      dribbleMs = everyMs;
    },
    taken: () => taken,
    drop: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function drip(bytes: Buffer, to: Socket, everyMs: number): Promise<void> {
  for (const byte of bytes) {
    if (to.destroyed) return;
    to.write(Buffer.of(byte));
    await wait(everyMs);
  }
}
