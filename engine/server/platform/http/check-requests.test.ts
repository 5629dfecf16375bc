import { afterAll, beforeAll, expect, it } from 'vitest';
import { listening } from '../../testing/live-client.ts';
import { sendRaw } from '@back-office/app/testing/server/send-raw.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';

/* Requests that Node would answer by itself with a bare status get an envelope like every other answer (docs/wire.md "Envelope and codes"). */
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  await listening(app.server);
});
afterAll(() => app.drop());

const ask = (...lines: string[]) => sendRaw(app, [...lines, 'Connection: close', '', '']);

it('a request without a Host header is malformed', async () => {
  const { status, body } = await ask('GET /api/config HTTP/1.1');
  expect([status, JSON.parse(body)]).toEqual([400, { success: false, code: 40010, message: '请求格式错误' }]);
});

it('an HTTP/1.0 request needs no Host header', async () => {
  const { status, body } = await ask('GET /api/config HTTP/1.0');
  expect([status, JSON.parse(body)]).toMatchObject([200, { code: 20000 }]);
});

it('an unknown expectation in an Expect header is ignored', async () => {
  const { status, body } = await ask('GET /api/nothing HTTP/1.1', 'Host: x', 'Expect: 200-ok');
  expect([status, JSON.parse(body)]).toEqual([404, { success: false, code: 40404, message: '接口不存在' }]);
});
