import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openLive } from '../../testing/live-client.ts';
import { openTestApp } from '@back-office/app/testing/server/test-app.ts';
import { until } from '../../testing/until.ts';
import { cutStalledReaders } from './cut-stalled-readers.ts';

/* Readers that do not read (docs/hardening.md I06). */
const limitMs = 1000;
const app = Fastify();
let sending: Readable;
beforeAll(async () => {
  cutStalledReaders(app, limitMs, 50);
  app.get('/download', (_request, reply) => {
    sending = Readable.from(blocks(), { objectMode: false });
    return reply.send(sending);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

async function* blocks() {
  for (let at = 0; at < 4096; at += 1) yield Buffer.alloc(1024 * 1024);
}

/** Reads this much, more than the system buffers on both sides, and stops again. */
async function take(socket: Socket, bytes: number): Promise<void> {
  for (let taken = 0; taken < bytes;) {
    const piece = socket.read() as Buffer | null;
    if (piece === null && socket.destroyed) throw new Error('The download was cut.');
    if (piece === null) await Promise.race([once(socket, 'readable'), once(socket, 'close')]);
    else taken += piece.length;
  }
}

async function download() {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('GET /download HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'readable');
  return socket;
}

/** @see docs/postmortems/waits-without-an-end.md */
it('a download that its client does not read is cut off, and its source is released', async () => {
  const socket = await download();
  const source = sending;
  await until(() => source.destroyed, limitMs * 5);
  socket.destroy();
});

it('a download that is read slowly is not cut off', async () => {
  const socket = await download();
  const source = sending;
  for (let step = 0; step < 12; step += 1) {
    await take(socket, 12 * 1024 * 1024);
    await wait(limitMs / 10);
  }
  expect(source.destroyed).toBe(false);
  socket.destroy();
});

it('a download is not cut off if its client could read nothing while the server itself was blocked', async () => {
  const socket = await download();
  const source = sending;
  await take(socket, 12 * 1024 * 1024);
  await wait(limitMs / 5);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, limitMs * 1.5);
  await take(socket, 12 * 1024 * 1024);
  expect(source.destroyed).toBe(false);
  socket.destroy();
});

it('a silent live socket is not cut off', async () => {
  const live = await openTestApp();
  cutStalledReaders(live.server, limitMs, 50);
  const client = await openLive(live.server, (await live.userWith({})).token);
  await wait(limitMs * 1.5);
  expect(client.closed).toBeUndefined();
  client.socket.terminate();
  await live.drop();
});

it('a connection is closed if the headers of its request do not arrive', async () => {
  const live = await openTestApp();
  await live.server.listen({ host: '127.0.0.1', port: 0 });
  expect(live.server.server.headersTimeout).toBe(15_000);
  // Shortened from fifteen seconds: the test is about detection, not about its delay.
  live.server.server.headersTimeout = limitMs;
  const socket = connect((live.server.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined).resume();
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n');
  const begin = performance.now();
  await once(socket, 'close');
  expect(performance.now() - begin).toBeLessThan(5_000);
  await live.drop();
});
