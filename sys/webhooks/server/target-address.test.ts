import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { postJson } from './post-json.ts';
import { allowedAddresses, mayConnect } from './target-address.ts';

const never = AbortSignal.any([]);

it.each([
  [
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '::1',
    'fc00::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
  ],
  [
    '169.254.169.254',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    'fe80::1',
    'ff02::1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '2001::1',
    '::ffff:169.254.169.254',
  ],
])('internal addresses are refused: %s …', (...addresses) => {
  expect(addresses.filter((address) => mayConnect(address, false))).toEqual([]);
});

it('private networks and this machine are allowed if the operator says so, link-local addresses never', () => {
  expect(['127.0.0.1', '10.1.2.3', 'fc00::1', '::1'].every((address) => mayConnect(address, true))).toBe(true);
  expect(['169.254.169.254', 'fe80::1', '0.0.0.0', 'ff02::1', 'localhost', ''].some((address) => mayConnect(address, true))).toBe(false);
  expect(['1.1.1.1', '2606:4700::1111'].every((address) => mayConnect(address, false))).toBe(true);
});

it.each(['100.100.100.200', '168.63.129.16', 'fd00:ec2::254', 'fd20:ce::254', '::ffff:100.100.100.200', '192.0.0.192'])(
  'cloud metadata addresses are never allowed, whatever network they are in: %s',
  (address) => {
    expect([mayConnect(address, true), mayConnect(address, false)]).toEqual([false, false]);
  },
);

it('a name is refused if any of its addresses is internal, however a URL spells the address', async () => {
  const options = (...found: string[]) => ({ resolve: () => Promise.resolve(found), allowPrivate: false });
  await expect(allowedAddresses('mixed.example', options('1.1.1.1', '10.0.0.1'))).rejects.toThrow('内部网络');
  await expect(allowedAddresses('none.example', options())).rejects.toThrow('找不到');
  expect(await allowedAddresses('public.example', options('1.1.1.1'))).toEqual(['1.1.1.1']);
  for (const url of ['http://2130706433/', 'http://0x7f.1/', 'http://0177.0.0.1/', 'http://[::ffff:7f00:1]/', 'http://127.1/'])
    await expect(allowedAddresses(new URL(url).hostname, options('1.1.1.1')), url).rejects.toThrow('内部网络');
});

it('the connection goes to the address that was checked, so DNS rebinding gains nothing', async () => {
  const server = createServer((_request, response) => response.end('here'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  let asked = 0;
  const resolve = () => Promise.resolve([asked++ === 0 ? '127.0.0.1' : '169.254.169.254']);
  const posting = { resolve, allowPrivate: true, signal: never, timeout: 30_000 };
  const url = new URL(`http://rebinding.example:${port}/`);
  expect(await postJson(url, '{}', {}, posting)).toMatchObject({ status: 200, answer: 'here' });
  expect(asked).toBe(1);
  expect(await postJson(url, '{}', {}, posting)).toMatchObject({ reason: '接收地址指向内部网络，不推送' });
  server.close();
});

it('a receiver that hangs before or after its first line times out, and no redirect is followed', async () => {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    if (request.url === '/moved') response.writeHead(302, { location: '/halved' }).end();
    else if (request.url !== '/silent') response.writeHead(500).write('…');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const posting = { resolve: () => Promise.resolve(['127.0.0.1']), allowPrivate: true, signal: never, timeout: 1000 };
  const silent = await postJson(new URL(`http://a.example:${port}/silent`), '{}', {}, posting);
  expect(silent).toMatchObject({ reason: '接收方没有在规定时间内答复' });
  const halved = await postJson(new URL(`http://a.example:${port}/halved`), '{}', {}, posting);
  expect(halved).toMatchObject({ status: 500, answer: '…' });
  expect(Math.max(silent.duration, halved.duration)).toBeLessThan(30_000);
  expect(await postJson(new URL(`http://a.example:${port}/moved`), '{}', {}, posting)).toMatchObject({ status: 302 });
  expect(asked).toBe(3);
  server.closeAllConnections();
  server.close();
});
