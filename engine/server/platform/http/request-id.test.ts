import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';

const lines: Record<string, unknown>[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
const uuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;
const given = '5f1d7a84ac2b4c6ab9c0d5a9e1f2a3b4';
let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp({ log, trustProxy: ['127.0.0.1', '10.8.0.0/16', 'fd00::/8'] });
  admin = await app.admin();
  await app.server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.drop());

const idOf = async (address: string, id = given): Promise<unknown> =>
  (await app.call(admin, 'GET', 'sys/user/select-roles', undefined, { address, headers: { 'x-request-id': id } })).headers['x-request-id'];

it('the request id of a trusted proxy is used in the answer, the log and the operation log', async () => {
  lines.length = 0;
  const options = { headers: { 'x-request-id': given } };
  const saved = await app.call(admin, 'POST', 'sys/dict/save', { dictLabel: '编号', dictValue: 'request-id' }, options);
  expect(saved).toMatchObject({ code: 20000, headers: { 'x-request-id': given } });
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'request', route: '/api/sys/dict/save', reqId: given }));
  const { rows } = await app.database.pool.query('SELECT opt_type FROM sys_log_opt WHERE request_id = $1', [given]);
  expect(rows).toHaveLength(1);
});

it.each(['127.0.0.1', '::ffff:127.0.0.1', '10.8.3.4', 'fd00::7'])('a request id from %s is accepted', async (address) => {
  expect(await idOf(address)).toBe(given);
});

it.each(['10.9.0.1', '::1', '192.0.2.1'])('a request id from %s is replaced by one of our own', async (address) => {
  expect(await idOf(address)).toMatch(uuid);
});

it.each(['', 'short', 'x'.repeat(65), 'with space', 'line%0abreak', '<script>', `${given}, ${given}`])(
  'a request id "%s" from a proxy is replaced by one of our own',
  async (id) => {
    expect(await idOf('127.0.0.1', id)).toMatch(uuid);
  },
);

it.each([
  ['a page', '/sys/user'],
  ['a call that does not exist', '/api/no/such'],
  ['a call that needs a session', '/api/sys/user/select-page'],
  ['a path that is escaped wrongly', '/api/%zz'],
  ['a request from another site', '/api/config'],
])('the request id is in the answer to %s', async (what, url) => {
  const headers: Record<string, string> = what === 'a request from another site' ? { 'sec-fetch-site': 'cross-site' } : {};
  const answer = await app.server.inject({ url, headers: { ...headers, 'x-request-id': given } });
  expect(answer.headers['x-request-id']).toBe(given);
});

it.each([
  ['is opened', 101],
  ['is refused', 401],
])('the request id is in the answer and the log when a live socket %s', async (_what, status) => {
  lines.length = 0;
  const { data } = await app.call(admin, 'POST', 'live/ticket');
  const ticket = status === 101 ? String(data['ticket']) : 'wrong';
  const socket = connect((app.server.server.address() as AddressInfo).port, '127.0.0.1');
  const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
  socket.write(`GET /api/live?token=${ticket} HTTP/1.1\r\nHost: localhost\r\n${upgrade}\r\nX-Request-Id: ${given}\r\n\r\n`);
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  const answer = bytes.toString();
  socket.destroy();
  expect(answer.split('\r\n')[0]).toContain(String(status));
  expect(answer.toLowerCase()).toContain(`\r\nx-request-id: ${given}\r\n`);
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'request', route: '/api/live', status, reqId: given }));
});
