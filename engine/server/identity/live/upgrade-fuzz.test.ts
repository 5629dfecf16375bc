import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anyHeaderText, anyJson, anyText } from '@back-office/app/testing/server/fuzz/shapes.ts';
import { listening, openLive } from '../../testing/live-client.ts';
import { sendRaw } from '@back-office/app/testing/server/send-raw.ts';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';

/* The request for a socket, and a frame, may contain anything (docs/hardening.md 3.C, G09). */
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_122);
let app: TestApp;
let person: Session;
beforeAll(async () => {
  app = await openTestApp();
  person = await app.userWith({});
  await listening(app.server);
});
afterAll(() => app.drop());

const good = {
  host: 'x',
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'sec-websocket-version': '13',
  'sec-websocket-protocol': 'a',
  'sec-websocket-extensions': 'permessage-deflate',
  origin: 'http://x',
};

/** Requests with a wrong token, extra parameters or a wrong header, none of which may become a server error. */
const requests = fc.record({
  query: fc.oneof(
    anyText.map((token) => `?token=${encodeURIComponent(token.toWellFormed()).slice(0, 2000)}`),
    fc
      .tuple(anyText, anyText)
      .map(
        ([name, text]) =>
          `?${encodeURIComponent(name.toWellFormed()).slice(0, 500)}=${encodeURIComponent(text.toWellFormed()).slice(0, 500)}`,
      ),
    fc.constantFrom('', '?', '?token', '?token=%', '?token=%00', '?token=%zz', '?token[]=a', '?token=a&token=b', '?__proto__=1'),
  ),
  changed: fc.option(fc.tuple(fc.constantFrom(...Object.keys(good)), anyHeaderText())),
});

it(`a request for a socket with random content is refused with a 4xx status, seed ${seed}`, async () => {
  await fc.assert(
    fc.asyncProperty(requests, async ({ query, changed }) => {
      const headers = { ...good, ...(changed === null ? {} : { [changed[0]]: changed[1] }) };
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
      // Without an upgrade the connection would stay open for another request.
      const last = headers.upgrade === 'websocket' && headers.connection === 'Upgrade' ? [] : ['connection: close'];
      const { status } = await sendRaw(app, [`GET /api/live${query} HTTP/1.1`, ...lines, ...last, '', '']);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    }),
    { seed, numRuns: 150 },
  );
  expect(await app.call(person.token, 'GET', 'config')).toMatchObject({ code: 20000 });
});

it(`a frame with random content closes at most its own socket, seed ${seed}`, async () => {
  const bystander = await openLive(app.server, person.token);
  let client = await openLive(app.server, person.token);
  const frames = fc.oneof(
    anyJson.map((value) => JSON.stringify(value)),
    fc
      .tuple(fc.constantFrom(1, 64, 65, 153, '1', null), anyJson)
      .map(([code, data]) => JSON.stringify({ code, data, message: data, tabs: data })),
    anyText,
    fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)),
  );
  await fc.assert(
    fc.asyncProperty(frames, async (frame) => {
      if (client.closed !== undefined || client.socket.readyState !== 1) client = await openLive(app.server, person.token);
      client.send(frame);
    }),
    { seed, numRuns: 150 },
  );
  bystander.send({ code: 1 });
  await bystander.frame(1);
  expect(bystander.closed).toBeUndefined();
});
