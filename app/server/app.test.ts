import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../testing/server/test-app.ts';

/* The whole server with a built page: the headers of each class of answer (docs/hardening.md 5.3). */
let app: TestApp;
let webRoot: string;
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'back-office-web-'));
  mkdirSync(join(webRoot, 'assets'));
  writeFileSync(
    join(webRoot, 'index.html'),
    '<!doctype html><title>管理后台</title><script nonce="__CSP_NONCE__" id="config">"__CONFIG__"</script>',
  );
  writeFileSync(join(webRoot, 'preview-frame.html'), '<!doctype html><script nonce="__CSP_NONCE__"></script>');
  writeFileSync(join(webRoot, 'assets/main-1.js'), 'console.log(1)');
  writeFileSync(join(webRoot, 'secret.txt'), 'secret');
  app = await openTestApp({
    webRoot,
    title: '</script><b>甲 & 乙',
    publicUrl: 'https://office.example.com',
    officeViewer: 'https://viewer.example.com/?src={url}',
  });
});
afterAll(async () => {
  await app.drop();
  await rm(webRoot, { recursive: true });
});

const host = 'office.example.com';
const get = (url: string) => app.server.inject({ url, headers: { host } });
const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), fullscreen=(self)',
  'x-frame-options': 'DENY',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
};

describe('the answer', () => {
  it.each(['/api/config', '/api/sys/user/select-page', '/api/nothing', '/api/%'])(
    'to the call %s has headers that allow nothing and forbid caching',
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

  it.each(['/', '/login', '/sys/user/list', '/index?redirect=//evil.com'])(
    'with the page %s contains a new nonce each time',
    async (url) => {
      const [one, two] = [await get(url), await get(url)];
      expect(one.headers).toMatchObject({ ...everywhere, 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' });
      const policy = String(one.headers['content-security-policy']);
      const nonce = /script-src 'nonce-([A-Za-z0-9+/]{22}==)'/.exec(policy)?.[1];
      expect(one.body).toContain(`nonce="${nonce}"`);
      expect(one.body).not.toContain('__CSP_NONCE__');
      expect(two.body).not.toContain(String(nonce));
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-src 'self' https://viewer.example.com;");
      expect(policy).toContain("connect-src 'self' wss://office.example.com;");
      expect(policy).not.toMatch(/unsafe-eval|\*|script-src[^;]*unsafe-inline|style-src [^;]*unsafe-inline/);
    },
  );

  it('with the page contains the title and the settings, and neither can end a script', async () => {
    const { body } = await get('/login');
    expect(body).toContain('<title>&#60;/script&#62;&#60;b&#62;甲 &#38; 乙</title>');
    const written = /id="config">(.*?)<\/script>/.exec(body)?.[1] ?? '';
    const { data } = (await get('/api/config')).json<{ data: { title: string } }>();
    expect(JSON.parse(written)).toEqual(data);
    expect(data.title).toBe('</script><b>甲 & 乙');
  });

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', undefined],
  ])('with the page for a client that accepts %s has the encoding %s', async (accepted, encoding) => {
    const { headers, rawPayload } = await app.server.inject({
      url: '/login',
      headers: { host, accept: 'text/html', 'accept-encoding': accepted },
    });
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['vary']).toContain('accept-encoding');
    expect(rawPayload.includes('<!doctype html>')).toBe(encoding === undefined);
  });

  it('with the preview frame allows it no connection and no origin, and only this site to embed it', async () => {
    const { headers, body } = await get('/preview-frame.html');
    const { 'x-frame-options': _denied, ...others } = everywhere;
    expect(headers).toMatchObject({ ...others, 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' });
    expect(headers).not.toHaveProperty('x-frame-options');
    const policy = String(headers['content-security-policy']);
    const nonce = /script-src 'nonce-([A-Za-z0-9+/]{22}==)' 'wasm-unsafe-eval';/.exec(policy)?.[1];
    expect(body).toBe(`<!doctype html><script nonce="${nonce}"></script>`);
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        'sandbox allow-scripts',
        "default-src 'none'",
        'img-src data: blob:',
        'worker-src blob:',
        "frame-ancestors 'self'",
      ]),
    );
    expect(policy).not.toMatch(/connect-src|allow-same-origin|https?:|\*|frame-src|'self' /);
  });

  it('with an asset may be cached forever', async () => {
    const { statusCode, headers } = await get('/assets/main-1.js');
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      ...everywhere,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'",
    });
  });

  it('promises https only if the public address is https', async () => {
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
  '//evil.example',
  '//api/sys/user/select-page',
  '/API/sys/user/select-page',
  '/api;x=1/sys/user/select-page',
  '/login%00',
  '/login%5c',
])('%s is neither a file nor the page', async (url) => {
  const { statusCode, body } = await get(url);
  expect([400, 403, 404]).toContain(statusCode);
  expect(body).not.toContain('secret');
  expect(body).not.toContain('<!doctype');
});

it('refuses a route that declares no right, and names it', async () => {
  const young = await openTestApp();
  expect(() => young.server.get('/api/forgotten/door', () => 'open')).toThrow('The route GET /api/forgotten/door declares no right');
  await young.drop();
});

it('reports liveness and readiness', async () => {
  expect((await get('/healthz')).json()).toEqual({ status: 'ok' });
  expect((await get('/readyz')).json()).toEqual({ status: 'ready', loopDelay: expect.any(Number) });
});
