import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy to a server that can be closed, and that can swallow everything, like a broken network. */
export class TcpGate {
  readonly #target: { port: number; host: string };
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #isHeld = false;
  #port = 0;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#target = { host: hostname, port: Number(port) };
  }

  get port(): number {
    return this.#port;
  }

  /** Accepts connections, on the same port as before. */
  async open(): Promise<this> {
    this.#server = createServer((client) => {
      const server = connect(this.#target);
      for (const [socket, other] of [
        [client, server],
        [server, client],
      ] as const) {
        this.#sockets.add(socket);
        socket.on('data', (bytes) => void other.write(bytes));
        socket.on('error', () => undefined);
        socket.on('close', () => {
          this.#sockets.delete(socket);
          if (!this.#isHeld) other.destroy();
        });
        if (this.#isHeld) socket.pause();
      }
    }).listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
    return this;
  }

  /** From now on no byte passes, and no side is notified. */
  hold(): void {
    this.#isHeld = true;
    for (const socket of this.#sockets) socket.pause();
  }

  release(): void {
    this.#isHeld = false;
    for (const socket of this.#sockets) socket.resume();
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
    for (const socket of this.#sockets) socket.destroy();
    await once(server.close(), 'close');
  }
}
