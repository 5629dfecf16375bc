import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postJson } from './post-json.ts';

/* Misbehaving receivers: an attempt still ends in time, and reports its outcome. */
let write: (socket: Socket) => void;
const server = createServer((socket) => {
  socket.on('error', () => undefined);
  socket.once('data', () => write(socket));
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => server.close());

const timeout = 1500;
const tried = () =>
  postJson(
    new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`),
    '{}',
    {},
    {
      resolve: () => Promise.resolve([]),
      allowPrivate: true,
      signal: AbortSignal.any([]),
      timeout,
    },
  );
const again = (socket: Socket, text: string) => {
  const timer = setInterval(() => socket.write(text), 1);
  socket.on('close', () => clearInterval(timer));
};
const late = '接收方没有在规定时间内答复';

it.each<[string, string | ((socket: Socket) => void), object]>([
  [
    'a switch to another protocol',
    'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n',
    { status: 101 },
  ],
  ['a switch to a protocol without its name', 'HTTP/1.1 101 Switching Protocols\r\n\r\n', { status: 101 }],
  ['only an informational response', 'HTTP/1.1 103 Early Hints\r\n\r\n', { reason: late }],
  ['informational responses without end', (socket) => again(socket, 'HTTP/1.1 102 Processing\r\n\r\n'), { reason: late }],
  ['ten megabytes', (socket) => again(socket, `HTTP/1.1 200 OK\r\nContent-Length: 10485760\r\n\r\n${'x'.repeat(65_536)}`), { status: 200 }],
  ['something that is not HTTP', '<html>', { reason: '连接失败（HPE_INVALID_CONSTANT）' }],
  ['headers that are too long', `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(20_000)}`, { reason: '连接失败（HPE_HEADER_OVERFLOW）' }],
  ['malformed chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n', { status: 200, answer: '' }],
  ['a negative content length', 'HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n', { reason: '连接失败（HPE_INVALID_CONTENT_LENGTH）' }],
  ['null bytes, which no database stores', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n\0\0\0', { status: 200, answer: '���' }],
  ['nothing and closes the connection', (socket) => socket.end(), { reason: '接收方断开了连接（ECONNRESET）' }],
])('an attempt ends in time, with its outcome, if the receiver sends %s', async (_, answer, expected) => {
  write = typeof answer === 'string' ? (socket) => socket.write(answer) : answer;
  const attempt = await Promise.race([tried(), new Promise((resolve) => setTimeout(resolve, 10 * timeout, 'never ended'))]);
  expect(attempt).toMatchObject(expected);
});
