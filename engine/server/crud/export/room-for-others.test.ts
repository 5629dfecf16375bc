import { finished } from 'node:stream/promises';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

/* Clients that read their exports very slowly (docs/hardening.md I06). */
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.drop());

it('five people who hold all export places cannot keep anybody else from one place of their own', async () => {
  const grants = { 'sys/district': ['export'] };
  const open = async (token: string) => {
    const url = '/api/sys/district/export?format=ndjson';
    const answer = await app.server.inject({ url, headers: { authorization: token }, payloadAsStream: true });
    return { status: answer.statusCode, stream: answer.stream() };
  };
  const people = await Promise.all(Array.from({ length: 5 }, () => app.userWith(grants)));
  const held = await Promise.all(people.flatMap(({ token }) => Array.from({ length: 6 }, () => open(token))));
  const { token } = await app.userWith(grants);
  const [own, second] = [await open(token), await open(token)];
  const all = [...held, own, second];
  await Promise.all(all.map(({ stream }) => finished(stream.resume())));
  expect(all.map(({ status }) => status)).toEqual([...held.map(() => 200), 200, 429]);
}, 60_000);
