import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { bodyTimer } from './body-timer.ts';

/* Bodies that never end (docs/hardening.md I06, D29). */
const app = Fastify();
const limitMs = 150;
/** How many timers there were as each request began. */
const begun: number[] = [];
beforeAll(async () => {
  bodyTimer(app, limitMs);
  app.addHook('onRequest', async () => void (vi.isFakeTimers() && begun.push(vi.getTimerCount())));
  app.post('/quick', async () => 'done');
  app.post('/slow', { config: { slowBody: true } }, async () => 'done');
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

/** Sends a body whose second half never comes before the limit has passed; returns all that is answered. */
async function send(path: string): Promise<string> {
  const received = once(app.server, 'request');
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  const answer = text(socket);
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{"a":`);
  await received;
  // Begun after the server's own timer, and longer: however slow the machine is, that one ends first.
  await wait(limitMs * 2);
  socket.write('1}');
  return answer;
}

it('slow request bodies are cut off, except on routes that allow them', async () => {
  expect(await send('/slow')).toMatch(/^HTTP\/1.1 200 OK[^]*done$/);
  expect(await send('/quick')).toMatch(/^HTTP\/1.1 408 [^]*"code":40010/);
});

it('request bodies that arrive in time leave no timer behind', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  begun.length = 0;
  const { statusCode } = await app.inject({ method: 'POST', url: '/quick', payload: { a: 1 } });
  expect([statusCode, begun, vi.getTimerCount()]).toEqual([200, [1], 0]);
});
