import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bodyTimer } from './body-timer.ts';

/* Bodies that never end (docs/hardening.md I06, D29). */
const app = Fastify();
const limitMs = 150;
beforeAll(async () => {
  bodyTimer(app, limitMs);
  app.post('/quick', async () => 'done');
  app.post('/slow', { config: { slowBody: true } }, async () => 'done');
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

/** Sends a body whose second half arrives after the limit. */
async function send(path: string): Promise<string> {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(Buffer.from('{"a":'));
      setTimeout(() => {
        controller.enqueue(Buffer.from('1}'));
        controller.close();
      }, limitMs * 3);
    },
  });
  const { port } = app.server.address() as AddressInfo;
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body, duplex: 'half' });
  return `${answer.status} ${await answer.text()}`;
}

it('slow request bodies are cut off, except on routes that allow them', async () => {
  expect(await send('/slow')).toBe('200 done');
  expect(await send('/quick').catch(() => 'cut')).toMatch(/^408 |^cut$/);
});

it('request bodies that arrive in time leave nothing behind', async () => {
  const { statusCode } = await app.inject({ method: 'POST', url: '/quick', payload: { a: 1 } });
  expect(statusCode).toBe(200);
});
