import { createServer } from 'node:http';
import { openTestApp, type TestApp } from 'back-office/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

/* Signing in through the company's portal, and where somebody is led whom the portal does not let in. */
let app: TestApp;
const asked: unknown[] = [];
const failures: Record<string, number> = { down: 503, busy: 429, keyless: 401, forged: 400 };
const portal = createServer((request, response) => {
  void (async () => {
    const { code, verifier } = JSON.parse(Buffer.concat(await request.toArray()).toString()) as { code: string; verifier: string };
    asked.push({ key: request.headers.authorization, isProved: verifier.length > 40 });
    const status = failures[code] ?? 200;
    const person = status === 200 ? { id: code, name: `门户的${code}` } : {};
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(person));
  })();
});

beforeAll(async () => {
  await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve));
  const address = portal.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const environment = { ACME_PORTAL_URL: `http://127.0.0.1:${port}`, ACME_PORTAL_KEY: 'portal-key' };
  app = await openTestApp({ environment, publicUrl: 'https://office.example' });
});
afterAll(async () => {
  await app.drop();
  portal.close();
});

/** The address to which somebody is led who comes back from the portal with this. */
async function backWith(answer: Record<string, string>): Promise<URL> {
  const headers = { host: 'office.example' };
  const led = await app.server.inject({ url: '/api/login/portal/start', headers });
  const to = new URL(String(led.headers.location));
  expect([to.pathname, to.searchParams.get('back')]).toEqual(['/authorize', 'https://office.example/api/login/portal/callback']);
  const cookie = led.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const query = new URLSearchParams({ ...answer, state: to.searchParams.get('state') ?? '' }).toString();
  const back = await app.server.inject({ url: `/api/login/portal/callback?${query}`, headers: { ...headers, cookie } });
  expect(back.statusCode).toBe(302);
  return new URL(String(back.headers.location), 'https://office.example');
}

it('leads whoever the portal names on with a ticket', async () => {
  const { pathname, searchParams } = await backWith({ code: 'p-1' });
  expect([pathname, searchParams.get('refused')]).toEqual(['/login', null]);
  expect(searchParams.get('ticket')).toMatch(/^.{20,}$/);
  expect(asked).toEqual([{ key: 'Bearer portal-key', isProved: true }]);
});

it.each([
  ['denied', { error: 'access_denied' }],
  ['wrong', { code: 'forged' }],
  ['unavailable', { code: 'down' }],
  ['unavailable', { code: 'busy' }],
  ['unavailable', { code: 'keyless' }],
])('leads back to the sign-in page with the reason %s', async (why, answer) => {
  const { pathname, searchParams } = await backWith(answer);
  expect([pathname, searchParams.get('refused'), searchParams.get('ticket')]).toEqual(['/login', why, null]);
});
