import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';

/* docs/hardening.md F22: with PUBLIC_URL, no request under another host is answered. */
const metricsToken = 'a-token-for-the-monitor';
let app: TestApp;
let port: number;
beforeAll(async () => {
  app = await openTestApp({ publicUrl: 'https://Office.example.com/', metricsToken });
  await app.server.listen({ host: '::', port: 0 });
  port = (app.server.server.address() as AddressInfo).port;
});
afterAll(() => app.drop());

/** Sends a request with any `Host` to the listening server, over 127.0.0.1 or another address of this machine. */
function ask(path: string, headers: Record<string, string>, at = '127.0.0.1') {
  return new Promise<{ status: number | undefined; body: { code?: number; message?: string } }>((resolve, reject) => {
    const call = request({ host: at, port, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode, body: text.startsWith('{') ? JSON.parse(text) : {} }));
    });
    call.on('error', reject).end();
  });
}

describe('a request is answered', () => {
  it.each(['office.example.com', 'OFFICE.example.com', 'office.example.com:443'])('for the host %s', async (host) => {
    expect((await ask('/api/config', { host })).status).toBe(200);
  });

  it('for the address at which its client reaches the node', async () => {
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) expect((await ask('/api/config', { host })).status).toBe(200);
    expect((await ask('/api/config', { host: `[::1]:${port}` }, '::1')).status).toBe(200);
  });

  it('from a monitor, whatever host it names', async () => {
    const headers = { host: 'node1:8080', authorization: `Bearer ${metricsToken}` };
    for (const path of ['/healthz', '/readyz', '/metrics']) expect((await ask(path, headers)).status).toBe(200);
  });
});

describe('a request is refused with 421', () => {
  it.each([
    'evil.example',
    'office.example.com:8443',
    'office.example.com.evil.example',
    'evil@office.example.com',
    'office.example.com/x',
    'office.example.com#',
    '127.0.0.1',
    '127.0.0.1:1',
    '10.0.0.1:8080',
  ])('for the host "%s"', async (host) => {
    const answer = { status: 421, body: { code: 42100, message: '请从 https://office.example.com 访问' } };
    for (const path of ['/', '/login', '/api/config', '/api/live', '/files/x', '/healthz/x'])
      expect(await ask(path, { host }), path).toMatchObject(answer);
  });

  it('whatever X-Forwarded-Host says', async () => {
    expect((await ask('/api/config', { host: 'evil.example', 'x-forwarded-host': 'office.example.com' })).status).toBe(421);
  });

  it('for a live socket too', async () => {
    const upgrade = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'MDEyMzQ1Njc4OWFiY2RlZg==',
    };
    const { token } = await app.userWith({});
    expect((await ask(`/api/live?token=${token}`, { ...upgrade, host: 'evil.example' })).status).toBe(421);
  });
});

it('without PUBLIC_URL every host is answered', async () => {
  const plain = await openTestApp();
  expect((await plain.server.inject({ url: '/api/config', headers: { host: 'any.example' } })).statusCode).toBe(200);
  await plain.drop();
});
