import { createServer, type IncomingMessage, type Server } from 'node:http';
import { Agent } from 'node:https';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { until } from '../../engine/server/testing/until.ts';
import { freePorts } from './free-ports.ts';
import { callAt, type CallOptions } from './https-call.ts';
import { type Nginx, startNginx } from './start-nginx.ts';

/* How deploy/nginx.conf handles a request, seen from two nodes, one of which fails it. */
let folder: string;
let nginx: Nginx;
let nodes: Server[];
let agent: Agent;
let ports: { http: number; https: number };
const seen: IncomingMessage[] = [];
const bodies: string[] = [];
/** For this many further requests, the node breaks the connection without an answer. */
let breaks = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'back-office-proxy-'));
  nodes = [0, 1].map(() =>
    createServer({ maxHeaderSize: 32 * 1024 }, (request, response) => {
      seen.push(request);
      void text(request).then((body) => {
        bodies.push(body);
        if (breaks-- > 0) request.socket.destroy();
        else response.setHeader('content-type', 'application/json').end(JSON.stringify({ code: 20000, data: {} }));
      });
    }).listen(0, '127.0.0.1'),
  );
  await Promise.all(nodes.map((node) => once(node, 'listening')));
  const [http = 0, https = 0] = await freePorts(2);
  ports = { http, https };
  const [one = 0, two = 0] = nodes.map((node) => (node.address() as AddressInfo).port);
  nginx = await startNginx(process.env['NODES_NGINX'] ?? 'nginx', folder, { http, https, nodes: [one, two] });
  agent = new Agent({ ca: nginx.certificate, servername: 'localhost', keepAlive: true });
});
afterAll(async () => {
  agent.destroy();
  await nginx.stop();
  for (const node of nodes) node.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  seen.length = 0;
  bodies.length = 0;
  breaks = 0;
});

const ask = (method: string, path: string, options: CallOptions = {}) =>
  callAt(agent, method, new URL(path, `https://localhost:${ports.https}`), options);

it.each([
  ['GET', {}],
  ['DELETE', {}],
  ['PUT', { body: { value: 'x'.repeat(200_000) } }],
  ['POST', { body: { value: 'x'.repeat(200_000) }, headers: { 'idempotency-key': 'mine' } }],
])('%s is sent to the other node, with its body, when one breaks the connection', async (method, options: CallOptions) => {
  breaks = 1;
  expect((await ask(method, '/api/x', options)).code).toBe(20000);
  expect(bodies).toEqual([expect.anything(), options.body === undefined ? '' : JSON.stringify(options.body)]);
});

it.each(['PUT', 'DELETE'])(
  '%s carries an idempotency key by which a node recognises a repetition: its own, or the proxy’s',
  async (method) => {
    breaks = 1;
    await ask(method, '/api/x');
    breaks = 1;
    await ask(method, '/api/x', { headers: { 'idempotency-key': 'mine' } });
    const keys = seen.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0], 'mine', 'mine']);
  },
);

it.each([
  ['a POST without a key', 'POST', '/api/sys/msg/save', {}],
  ['a chunk of a file', 'POST', '/api/file/upload', { 'idempotency-key': 'mine' }],
  ['a password change', 'PUT', '/api/sys/user/update-password?oldPassword=a', { 'idempotency-key': 'mine' }],
] as const)('%s is never sent twice', async (_what, method, path, headers) => {
  breaks = 1;
  expect((await ask(method, path, { body: 'x', headers })).status).toBe(502);
  expect(seen).toHaveLength(1);
});

it('a URL with 500 ids arrives', async () => {
  const ids = Array.from({ length: 500 }, () => '0190b3c4-0000-7000-8000-000000000000').join('%2C');
  expect((await ask('DELETE', `/api/sys/user/delete-ids/${ids}`)).code).toBe(20000);
  expect(seen[0]?.url).toContain(ids);
});

it('nodes get the client address that nginx sees, not the one that a client claims', async () => {
  await ask('GET', '/api/x', { headers: { 'x-forwarded-for': '10.9.9.9', host: 'office.example.com' } });
  expect(seen[0]?.headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https', host: 'office.example.com' });
  expect(seen[0]?.headers).not.toHaveProperty('upgrade');
});

it('a request keeps one id, whatever its client claims, even when it is sent twice', async () => {
  breaks = 1;
  const { headers } = await ask('PUT', '/api/x', { headers: { 'x-request-id': 'claimed-by-a-client' } });
  expect(headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
  expect(seen.map((request) => request.headers['x-request-id'])).toEqual([headers['x-request-id'], headers['x-request-id']]);
  await until(
    async () => (await nginx.log()).includes(`"/api/x" 200`) && (await nginx.log()).includes(` ${String(headers['x-request-id'])}\n`),
  );
});

it('metrics and health checks are not reachable from outside, and http redirects to https', async () => {
  for (const path of ['/metrics', '/healthz', '/readyz']) expect((await ask('GET', path)).status).toBe(404);
  expect(seen).toHaveLength(0);
  const { status, headers } = await fetch(`http://127.0.0.1:${ports.http}/sys/user?x=1`, { redirect: 'manual' });
  expect([status, headers.get('location')]).toEqual([308, 'https://127.0.0.1/sys/user?x=1']);
});
