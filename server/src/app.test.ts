import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from './testing/test-app.ts';

/* The whole server with a built page: which headers each class of answer carries (hardening.md, 5.3). */
let app: TestApp;
let webRoot: string;
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'back-office-web-'));
  mkdirSync(join(webRoot, 'assets'));
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html><script nonce="__CSP_NONCE__" src="/assets/main-1.js"></script>');
  writeFileSync(join(webRoot, 'assets/main-1.js'), 'console.log(1)');
  writeFileSync(join(webRoot, 'secret.txt'), 'secret');
  app = await openTestApp({ webRoot, publicUrl: 'https://office.example.com', officeViewer: 'https://viewer.example.com/?src={url}' });
});
afterAll(async () => {
  await app.drop();
  await rm(webRoot, { recursive: true });
});

const get = (url: string) => app.server.inject({ url });
const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), fullscreen=(self)',
  'x-frame-options': 'DENY',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
};

describe('the headers', () => {
  it.each(['/api/config', '/api/sys/user/select-page', '/api/nothing', '/api/%'])(
    'of the call %s allow nothing and are not kept',
    async (url) => {
      const { headers } = await get(url);
      expect(headers).toMatchObject({
        ...everywhere,
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'content-type': 'application/json; charset=utf-8',
      });
      for (const name of ['server', 'x-powered-by', 'access-control-allow-origin', 'set-cookie']) expect(headers).not.toHaveProperty(name);
    },
  );

  it.each(['/', '/login', '/sys/user/list', '/index?redirect=//evil.com'])('of the page %s hold a nonce of its own', async (url) => {
    const [one, two] = [await get(url), await get(url)];
    expect(one.headers).toMatchObject({ ...everywhere, 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' });
    const policy = String(one.headers['content-security-policy']);
    const nonce = /script-src 'nonce-([A-Za-z0-9+/]{22}==)'/.exec(policy)?.[1];
    expect(one.body).toContain(`nonce="${nonce}"`);
    expect(one.body).not.toContain('__CSP_NONCE__');
    expect(two.body).not.toContain(String(nonce));
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain('frame-src https://viewer.example.com;');
    expect(policy).toContain("connect-src 'self' wss://office.example.com;");
    expect(policy).not.toMatch(/unsafe-eval|\*|script-src[^;]*unsafe-inline|style-src [^;]*unsafe-inline/);
  });

  it('of an asset keep it for ever', async () => {
    const { statusCode, headers } = await get('/assets/main-1.js');
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      ...everywhere,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'",
    });
  });

  it('promise https only where the public address is https', async () => {
    const plain = await openTestApp();
    expect((await plain.server.inject({ url: '/api/config' })).headers).not.toHaveProperty('strict-transport-security');
    await plain.drop();
  });
});

it.each([
  '/assets/none.js',
  '/assets/../secret.txt',
  '/assets/%2e%2e/secret.txt',
  '/assets/..%2fsecret.txt',
  '/secret.txt',
  '/.env',
  '/assets/',
  '/files/x',
  '/favicon.ico',
])('%s is neither a file nor the page', async (url) => {
  const { statusCode, body } = await get(url);
  expect([400, 403, 404]).toContain(statusCode);
  expect(body).not.toContain('secret');
  expect(body).not.toContain('<!doctype');
});

it('a route without a right keeps the server from starting, and is named', async () => {
  const young = await openTestApp();
  expect(() => young.server.get('/api/forgotten/door', () => 'open')).toThrow('The route GET /api/forgotten/door declares no right');
  await young.drop();
});

it('says that it lives and whether it can serve', async () => {
  expect((await get('/healthz')).json()).toEqual({ status: 'ok' });
  expect((await get('/readyz')).json()).toEqual({ status: 'ready' });
});
