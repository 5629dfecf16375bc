import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import type { TrustedProxies } from '../trusted-proxies.ts';
import { until } from '../../testing/until.ts';
import { limitConnections } from './limit-connections.ts';

/* The number of connections that a node accepts (docs/hardening.md I06). */
let app: FastifyInstance;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

async function listen(maxConnections: number, trustProxy: TrustedProxies = 'off', addressConnections = 256): Promise<void> {
  app = Fastify();
  limitConnections(app, { maxConnections, addressConnections, trustProxy });
  app.get('/', async () => 'hello');
  await app.listen({ host: '127.0.0.1', port: 0 });
}

/** Connections that arrive come from these addresses in turn, as far as the server can tell. */
function comeFrom(addresses: readonly string[]): void {
  let at = 0;
  app.server.prependListener('connection', (socket: Socket) => {
    Object.defineProperty(socket, 'remoteAddress', { value: addresses[at++ % addresses.length] });
  });
}

async function open(count: number): Promise<void> {
  const { port } = app.server.address() as AddressInfo;
  for (let at = 0; at < count; at += 1) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    sockets.push(socket);
    await once(socket, 'connect');
  }
  await until(async () => (await connections()) >= Math.min(count, 256));
}

const connections = () => new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)));

/** The answer to a new connection that requests the page. */
async function ask(): Promise<string> {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  let said = '';
  for await (const piece of socket) said += String(piece);
  return said;
}

it('accepts 256 connections per address, tells the next one why it is refused, and accepts more once some close', async () => {
  await listen(1000);
  await open(256);
  const said = await ask();
  expect(said).toMatch(/^HTTP\/1\.1 429 /);
  expect(said).toMatch(/\r\nRetry-After: 5\r\n/);
  expect(said).toContain('{"success":false,"code":42900,"message":"来自同一地址的连接不能超过 256 个，请稍后再试"}');
  for (const socket of sockets.splice(0, 10)) socket.destroy();
  await until(async () => (await connections()) < 250);
  expect(await ask()).toMatch(/^HTTP\/1\.1 200 [^]*hello$/);
});

it('accepts as many connections from one address as configured, as for an office behind one address', async () => {
  await listen(1000, 'off', 300);
  await open(299);
  expect(await ask()).toMatch(/^HTTP\/1\.1 200 /);
  await open(1);
  expect(await ask()).toContain('"message":"来自同一地址的连接不能超过 300 个，请稍后再试"');
});

it.each<[string, string[]]>([
  ['its address', ['127.0.0.1']],
  ['its network', ['10.0.0.0/8', '127.0.0.0/8']],
])('accepts more connections from a proxy that is trusted by %s', async (_what, trustProxy) => {
  await listen(1000, trustProxy);
  await open(260);
  expect(await ask()).toMatch(/^HTTP\/1\.1 200 /);
});

it('accepts a quarter of all connections from one network of IPv6, whose addresses one host may all have', async () => {
  await listen(40, 'off', 6);
  comeFrom(['2001:db8:1:2::1', '2001:db8:1:2:3::1', '2001:DB8:1:2::ffff']);
  await open(10);
  const said = await ask();
  expect(said).toMatch(/^HTTP\/1\.1 429 /);
  expect(said).toContain('"message":"来自同一网络的连接不能超过 10 个，请稍后再试"');
  sockets.pop()?.destroy();
  await until(async () => (await connections()) < 10);
  expect(await ask()).toMatch(/^HTTP\/1\.1 200 /);
});

it('counts other networks, IPv4 ones and trusted proxies by address only', async () => {
  await listen(40, ['2001:db8:9::/48'], 6);
  comeFrom([
    ...Array.from({ length: 4 }, (_, at) => `2001:db8:1:${at}::1`),
    ...Array.from({ length: 12 }, (_, at) => `::ffff:10.0.0.${at}`),
    ...Array.from({ length: 12 }, (_, at) => `2001:db8:9::${at}`),
  ]);
  await open(28);
  expect(await ask()).toMatch(/^HTTP\/1\.1 200 /);
});

it('accepts no more connections in total than configured', async () => {
  await listen(20, 'on');
  await open(20);
  const said = await ask();
  expect(said).toMatch(/^HTTP\/1\.1 503 /);
  expect(said).toContain('"code":50300,"message":"服务器连接已满，请稍后再试"');
});
