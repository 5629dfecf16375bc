import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '../settings.ts';
import { sendRaw } from '@back-office/app/testing/server/send-raw.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';

/* A proxy appends the address it sees; everything left of that was written by the client. Through a real listener. */
const apps = new Map<string, TestApp>();
const settings = ['off', 'on', '2', '127.0.0.1, 10.0.0.0/8, 2001:db8::/32'];
beforeAll(async () => {
  for (const text of settings) {
    const app = await openTestApp({ trustProxy: readSettings({ TRUST_PROXY: text }).trustProxy });
    app.server.get('/api/whoami', { config: { right: 'public' } }, (request, reply) => reply.type('text/plain').send(`ip=${request.ip}`));
    await app.server.listen({ host: '127.0.0.1', port: 0 });
    apps.set(text, app);
  }
});
afterAll(() => Promise.all([...apps.values()].map((app) => app.drop())));

async function seen(setting: string, headers: readonly string[]): Promise<string> {
  const app = apps.get(setting);
  if (app === undefined) throw new Error(setting);
  const { body } = await sendRaw(app, ['GET /api/whoami HTTP/1.1', 'Host: localhost', 'Connection: close', ...headers, '', '']);
  return /^ip=(.*)$/m.exec(body)?.[1] ?? body;
}
const forwarded = (...values: string[]) => values.map((value) => `X-Forwarded-For: ${value}`);

describe('TRUST_PROXY=on', () => {
  it.each<[string, string[], string]>([
    ['no header', [], '127.0.0.1'],
    ['the address that the proxy saw', forwarded('203.0.113.7'), '203.0.113.7'],
    ['a forged address before it', forwarded('198.51.100.1, 203.0.113.7'), '203.0.113.7'],
    ['three hundred forged addresses before it', forwarded(`${'1.1.1.1, '.repeat(300)}203.0.113.7`), '203.0.113.7'],
    ['a forged header before the proxy’s own', forwarded('198.51.100.1', '203.0.113.7'), '203.0.113.7'],
    ['a forged private address before another', forwarded('10.0.0.9, 10.0.0.5'), '10.0.0.5'],
    ['a second proxy on this machine', forwarded('203.0.113.7, 127.0.0.1'), '203.0.113.7'],
    ['an address with a port', forwarded('198.51.100.1, 203.0.113.7:4711'), '203.0.113.7'],
    ['an IPv6 address with a port', forwarded('[2001:db8::7]:4711'), '2001:db8::7'],
    ['an entry that is not an address', forwarded('198.51.100.1, <script>'), '127.0.0.1'],
    ['an empty entry at the end', forwarded('198.51.100.1,'), '127.0.0.1'],
    ['the entry unknown', forwarded('198.51.100.1, unknown'), '127.0.0.1'],
    ['other forwarding headers', ['Forwarded: for=198.51.100.1', 'X-Real-IP: 198.51.100.1', 'True-Client-IP: 198.51.100.1'], '127.0.0.1'],
  ])('determines the client address from %s: %j', async (_what, headers, address) => {
    expect(await seen('on', headers)).toBe(address);
  });
});

it.each<[string, string, string]>([
  ['off', '203.0.113.7', '127.0.0.1'],
  ['2', '198.51.100.1, 203.0.113.7, 10.0.0.5', '203.0.113.7'],
  ['2', '203.0.113.7', '203.0.113.7'],
  ['127.0.0.1, 10.0.0.0/8, 2001:db8::/32', '198.51.100.1, 203.0.113.7, 2001:db8::5, 10.9.9.9', '203.0.113.7'],
  ['127.0.0.1, 10.0.0.0/8, 2001:db8::/32', '198.51.100.1, ::ffff:203.0.113.7, ::ffff:10.9.9.9', '::ffff:203.0.113.7'],
  ['127.0.0.1, 10.0.0.0/8, 2001:db8::/32', '198.51.100.1, nonsense, 10.9.9.9', '10.9.9.9'],
])('TRUST_PROXY=%s determines from %s the client address %s', async (setting, header, address) => {
  expect(await seen(setting, forwarded(header))).toBe(address);
});

it('guesses that each forge another address count for one network', async () => {
  const app = apps.get('on');
  if (app === undefined) throw new Error('on');
  const codes: number[] = [];
  for (let at = 0; at < 6; at++) {
    const headers = { 'x-forwarded-for': `198.51.${at}.1, 203.0.113.7` };
    codes.push((await app.login('somebody', 'wrong-password', { headers, address: '10.0.0.1' })).code);
  }
  expect(codes).toEqual([40001, 40001, 40001, 40001, 40001, 40002]);
});

it.each(['0', '11', 'yes', '0.0.0.0/0', '::/0', '10.0.0.0/33', '10.0.0.0/x', '10.0.0.0/255.0.0.0', '10.0.0', '10.0.0.1,', '10.0.0.0/8/8'])(
  'TRUST_PROXY=%s prevents the start',
  (text) => {
    expect(() => readSettings({ TRUST_PROXY: text })).toThrow(/^TRUST_PROXY must be/);
  },
);
