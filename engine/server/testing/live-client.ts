import type { AddressInfo } from 'node:net';
import type { LiveFrame } from '@back-office/contract/calls/live.ts';
import type { FastifyInstance } from 'fastify';
import { type ClientOptions, WebSocket } from 'ws';
import { until } from './until.ts';

/** Makes a server listen on a free port of this machine, once. */
export async function listening(server: FastifyInstance): Promise<string> {
  if (!server.server.listening) await server.listen({ host: '127.0.0.1', port: 0 });
  return `127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}

/** A client of the live socket, as the wire documentation describes one. */
export class LiveClient {
  readonly socket: WebSocket;
  readonly frames: LiveFrame[] = [];
  closed: { code: number; reason: string } | undefined;

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data: Buffer) => this.frames.push(JSON.parse(data.toString()) as LiveFrame));
    socket.on('close', (code, reason) => {
      this.closed = { code, reason: reason.toString() };
    });
    socket.on('error', () => undefined);
  }

  send(frame: unknown): void {
    this.socket.send(typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame));
  }

  /** Waits for the first frame of that code. */
  async frame(code: number, ms?: number): Promise<LiveFrame> {
    await until(() => this.frames.some((frame) => frame.code === code), ms);
    return this.frames.find((frame) => frame.code === code) as LiveFrame;
  }

  /** Waits for the close, and returns how it was closed. */
  async end(ms?: number): Promise<{ code: number; reason: string }> {
    await until(() => this.closed !== undefined, ms);
    return this.closed as { code: number; reason: string };
  }
}

/** Opens a socket with a ticket or an access token, and waits for the frame 64. Rejects with the HTTP status of a refusal. */
export async function openLive(server: FastifyInstance, token: string, options: ClientOptions = {}): Promise<LiveClient> {
  const socket = new WebSocket(`ws://${await listening(server)}/api/live?token=${token}`, options);
  const client = new LiveClient(socket);
  await new Promise<void>((resolve, reject) => {
    socket.on('open', resolve);
    socket.on('unexpected-response', (_request, response) => reject(new Error(`HTTP ${response.statusCode}`)));
    socket.on('error', reject);
  });
  await client.frame(64);
  return client;
}
