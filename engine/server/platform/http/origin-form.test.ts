import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listening } from '../../testing/live-client.ts';
import { sendRaw } from '@back-office/app/testing/server/send-raw.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { originForm } from './origin-form.ts';

/* A request line with the full address passes the same checks as any other (docs/hardening.md B04, F21, F22). */
let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp({ publicUrl: 'https://office.example.com', metricsToken: 'a-token-for-the-monitor' });
  admin = await app.admin();
  await listening(app.server);
});
afterAll(() => app.drop());

const ask = (line: string, ...headers: string[]) => sendRaw(app, [`${line} HTTP/1.1`, ...headers, 'Connection: close', '', '']);
const codeOf = (body: string) => (JSON.parse(body) as { code: number }).code;
const office = 'http://office.example.com';

it('a cross-site request with a full URL in its request line is refused', async () => {
  const foreign = ['Host: office.example.com', 'Sec-Fetch-Site: cross-site', `Authorization: ${admin}`];
  for (const address of ['', office, 'HTTPS://office.example.com', 'https://office.example.com:443']) {
    expect(codeOf((await ask(`GET ${address}/api/logout`, ...foreign)).body), address).toBe(40300);
    expect(codeOf((await ask(`GET ${address}/api/sys/user/select-page?like=%zz`, ...foreign.slice(0, 1))).body), address).toBe(40010);
  }
  expect((await app.call(admin, 'GET', 'sys/user/select-roles')).code).toBe(20000);
});

it('a full URL is answered like its path alone', async () => {
  expect(codeOf((await ask(`GET ${office}/api/config?x=1`, 'Host: whatever.example')).body)).toBe(20000);
  expect((await ask(`GET ${office}/healthz`, 'Host: x')).body).toBe('{"status":"ok"}');
  expect(codeOf((await ask(`GET ${office}/api/sys/user/select-roles`, 'Host: x')).body)).toBe(40003);
});

it('the host of a full URL counts, whatever the Host header says', async () => {
  for (const host of ['http://evil.example', 'http://evil.example:80', 'http://office.example.com.evil.example', 'http://'])
    expect((await ask(`GET ${host}/api/config`, 'Host: office.example.com')).status, host).toBe(421);
});

describe('the path that is checked', () => {
  it.each([
    ['/api/x?y', '/api/x?y'],
    ['http://a', '/'],
    ['http://a?b', '/?b'],
    ['http://a/b//c?d=http://e', '/b//c?d=http://e'],
    ['//a/b', '//a/b'],
    ['*', '*'],
    ['ftp://a/b', 'ftp://a/b'],
  ])('of %s is %s', (url, path) => {
    expect(originForm({ url, headers: {} })).toBe(path);
  });
});
