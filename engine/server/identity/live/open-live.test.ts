import { WebSocket } from 'ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listening, openLive } from '../../testing/live-client.ts';
import { sendRaw } from '@back-office/app/testing/server/send-raw.ts';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';

let app: TestApp;
let person: Session;
beforeAll(async () => {
  app = await openTestApp();
  person = await app.userWith({});
});
afterAll(() => app.drop());

const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Version: 13'];
const ask = async (line: string, ...headers: string[]) => sendRaw(app, [line, `Host: ${await listening(app.server)}`, ...headers, '', '']);
const ticketOf = async (token: string) => (await app.call<{ ticket: string }>(token, 'POST', 'live/ticket')).data.ticket;
const open = (token: string, options: Parameters<typeof openLive>[2] = {}) => openLive(app.server, token, options);

describe('a socket opens', () => {
  it('with the access token, and sends frame 64 once', async () => {
    const client = await open(person.token);
    client.send({ code: 1 });
    await client.frame(1);
    expect(client.frames.filter(({ code }) => code === 64)).toHaveLength(1);
    expect(client.socket.extensions).toBe('');
    client.socket.close(3000);
    expect(await client.end()).toMatchObject({ code: 3000 });
  });

  it('with a ticket, which works once', async () => {
    const ticket = await ticketOf(person.token);
    (await open(ticket)).socket.close();
    await expect(open(ticket)).rejects.toThrow('HTTP 401');
  });

  it('from a page of this server, and of no other', async () => {
    const host = await listening(app.server);
    (await open(person.token, { origin: `http://${host}` })).socket.close();
    for (const origin of ['https://evil.example', 'null', `http://${host}.evil.example`, 'http://127.0.0.1:1'])
      await expect(open(person.token, { origin }), origin).rejects.toThrow('HTTP 403');
  });

  it('from PUBLIC_URL alone, if that is set', async () => {
    const other = await openTestApp({ publicUrl: 'https://office.example.com/' });
    const { token } = await other.userWith({});
    (await openLive(other.server, token, { origin: 'https://office.example.com' })).socket.close();
    await expect(openLive(other.server, token, { origin: `http://${await listening(other.server)}` })).rejects.toThrow('HTTP 403');
    await other.drop();
  });
});

describe('a socket is refused before the upgrade', () => {
  it('with 401 without a valid token', async () => {
    const over = await app.userWith({});
    await app.call(over.token, 'POST', 'logout');
    const { secretKey } = person;
    for (const token of [
      '',
      'x',
      'A'.repeat(43),
      `t.${'A'.repeat(43)}`,
      over.token,
      encodeURIComponent(secretKey),
      `${person.token}&token=${person.token}`,
    ])
      await expect(open(token), token).rejects.toThrow('HTTP 401');
  });

  it('with 401 for a ticket that is older than a minute', async () => {
    const ticket = await ticketOf(person.token);
    await app.database.pool.query("UPDATE sys_live_ticket SET create_time = now() - interval '61 seconds'");
    await expect(open(ticket)).rejects.toThrow('HTTP 401');
  });

  it('with 401 for a ticket whose session has ended since', async () => {
    const other = await app.userWith({});
    const ticket = await ticketOf(other.token);
    await app.call(other.token, 'POST', 'logout');
    await expect(open(ticket)).rejects.toThrow('HTTP 401');
  });

  it('with 403 while a one-time password must be changed', async () => {
    const other = await app.userWith({});
    await app.database.pool.query('UPDATE sys_user SET password_once = true WHERE id = $1', [other.userId]);
    await expect(open(other.token)).rejects.toThrow('HTTP 403');
    expect((await app.call(other.token, 'POST', 'live/ticket')).code).toBe(40301);
  });

  it('with 429 beyond twenty sockets of one session, without affecting other sessions', async () => {
    const other = await app.userWith({});
    const clients = await Promise.all(Array.from({ length: 20 }, () => open(other.token)));
    await expect(open(other.token)).rejects.toThrow('HTTP 429');
    const { body } = await ask(`GET /api/live?token=${other.token} HTTP/1.1`, ...upgrade);
    expect(JSON.parse(body)).toMatchObject({ code: 42900, message: '本次登录的实时连接已达 20 个，请先关闭一些窗口' });
    (await open(person.token)).socket.close();
    for (const { socket } of clients) socket.terminate();
  });

  it('with an envelope and the headers of every other answer', async () => {
    const { status, head, body } = await ask(`GET /api/live?token=x HTTP/1.1`, ...upgrade);
    expect(status).toBe(401);
    expect(head.toLowerCase()).toContain('cache-control: no-store');
    expect(JSON.parse(body)).toEqual({ success: false, code: 40003, message: '登录已过期' });
  });
});

it('other requests that ask for an upgrade are answered as if they did not', async () => {
  const asked = async (line: string, ...headers: string[]) => (await ask(`${line} HTTP/1.1`, 'Connection: close', ...headers)).status;
  expect(await asked(`GET /api/livex?token=${person.token}`, ...upgrade)).toBe(404);
  expect(await asked(`POST /api/live?token=${person.token}`, ...upgrade, 'Content-Length: 0')).toBe(404);
  expect(await asked('GET /api/config', 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c')).toBe(200);
  expect(await asked(`GET /api/live?token=${person.token}`, ...upgrade.slice(0, 2))).toBe(400);
  expect(await app.call(undefined, 'GET', 'live')).toMatchObject({ status: 400, code: 40010 });
});

it('a session gets only so many tickets a minute', async () => {
  const { token } = await app.userWith({});
  for (let at = 0; at < 30; at++) expect((await app.call(token, 'POST', 'live/ticket')).code).toBe(20000);
  expect(await app.call(token, 'POST', 'live/ticket')).toMatchObject({ code: 42900, headers: { 'retry-after': '60' } });
  expect((await app.call(undefined, 'POST', 'live/ticket')).code).toBe(40003);
});

describe('a frame from a client', () => {
  it('is answered with 153 unless it is a heartbeat, and changes nothing', async () => {
    const client = await open(person.token);
    const before = await app.digest();
    for (const frame of ['', '{', 'null', '[]', '1', '"1"', { code: '1' }, { code: 65 }, { code: 66, data: {} }, Buffer.from([0, 1, 2])])
      client.send(frame);
    client.send({ code: 1, data: { tabs: 'many' } });
    await client.frame(1);
    // Changes to rights are announced to everybody, and may arrive late.
    const frames = client.frames.map(({ code }) => code).filter((code) => code !== 67);
    expect(frames).toEqual([64, ...Array.from({ length: 10 }, () => 153), 1]);
    expect(await app.digest()).toBe(before);
    client.socket.terminate();
  });

  it('closes the socket if it is too large or not text, or if there are too many', async () => {
    const other = await open(person.token);
    const silent = await open(person.token);
    for (let at = 0; at < 60; at++) silent.socket.pong();
    expect(await silent.end()).toMatchObject({ code: 1008 });
    const large = await open(person.token);
    large.send('x'.repeat(16 * 1024 + 1));
    expect(await large.end()).toMatchObject({ code: 1009 });
    const wrong = await open(person.token);
    wrong.socket.send(Buffer.from([0xff, 0xfe]), { binary: false });
    expect(await wrong.end()).toMatchObject({ code: 1007 });
    const busy = await open(person.token);
    for (let at = 0; at < 1000; at++) busy.send({ code: 1 });
    expect(await busy.end()).toMatchObject({ code: 1008 });
    expect(busy.frames.length).toBeLessThan(60);
    other.send({ code: 1 });
    await other.frame(1);
    other.socket.terminate();
  });
});

it('access tokens and tickets appear in no line of the log', async () => {
  const lines: string[] = [];
  const { default: pino } = await import('pino');
  const logged = await openTestApp({ log: pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }) });
  const { token } = await logged.userWith({});
  const { ticket } = (await logged.call<{ ticket: string }>(token, 'POST', 'live/ticket')).data;
  const client = await openLive(logged.server, ticket);
  await expect(openLive(logged.server, ticket)).rejects.toThrow('HTTP 401');
  client.socket.terminate();
  await logged.drop();
  expect(lines.some((line) => line.includes('/api/live'))).toBe(true);
  for (const secret of [token, ticket]) expect(lines.join('')).not.toContain(secret);
});

it('a server that stops closes its sockets with 1012, so that clients reconnect elsewhere', async () => {
  const other = await openTestApp();
  const { token } = await other.userWith({});
  const client = await openLive(other.server, token);
  const deaf = await openLive(other.server, token);
  deaf.socket.pause();
  await other.drop();
  expect(await client.end()).toMatchObject({ code: 1012 });
  expect(client.socket.readyState).toBe(WebSocket.CLOSED);
  deaf.socket.terminate();
});
