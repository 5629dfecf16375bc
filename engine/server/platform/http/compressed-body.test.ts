import { type AddressInfo, connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pngOf } from '../../testing/file-samples.ts';
import { formOf, formType } from '@back-office/app/testing/server/uploads.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';

/* Compressed bodies, and large ones that are refused while they are still arriving. */
let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
  await app.server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.drop());

const json = 'application/json';
const post = (body: Buffer, type: string, headers: Record<string, string>) =>
  app.call(admin, 'POST', 'sys/role/save', body, { headers: { 'content-type': type, ...headers } });

it.each([
  ['gzip', gzipSync],
  ['GZip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['identity', (text: Buffer) => text],
] as const)('a body compressed as %s is read, and refused if it is truncated', async (encoding, pack) => {
  const bytes = pack(Buffer.from(`{"roleName":"${encoding}","roleCode":"packed-${encoding}"}`));
  const headers = { 'content-encoding': encoding };
  expect((await post(bytes.subarray(0, -9), json, headers)).code).toBe(40010);
  expect(await post(bytes, json, headers)).toMatchObject({ code: 20000, data: { roleName: encoding } });
});

it.each(['zstd', 'x-gzip', 'gzip, gzip'])('a body compressed as %s is refused with the list of supported encodings', async (encoding) => {
  expect(await post(gzipSync('{}'), json, { 'content-encoding': encoding })).toMatchObject({
    status: 400,
    code: 40010,
    message: '请求内容的压缩方式（Content-Encoding）只能是 gzip、deflate 或 br',
  });
});

it.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
] as const)('an upload declared as %s is refused, whether it is compressed or not, and stores nothing', async (encoding, pack) => {
  const { port } = app.server.server.address() as AddressInfo;
  const form = formOf({ name: 'a.png', bytes: pngOf(300, 200, 300_000), fields: { totalChunks: 1, currentChunk: 0 } });
  for (const body of [form, pack(form)]) {
    const headers = { authorization: admin, 'content-type': formType, 'content-encoding': encoding };
    const answer = await fetch(`http://127.0.0.1:${port}/api/file/upload`, { method: 'POST', body: new Uint8Array(body), headers });
    expect(await answer.json()).toMatchObject({ code: 40010, message: '上传的内容不能压缩（Content-Encoding）' });
  }
  expect((await app.database.pool.query('SELECT FROM sys_upload')).rowCount).toBe(0);
});

it.each([
  ['is JSON', json, [], 41300],
  ['is declared as gzip and is not compressed', json, ['Content-Encoding: gzip'], 41300],
  ['is a form declared as br and not compressed', 'application/x-www-form-urlencoded', ['Content-Encoding: br'], 41300],
  ['is declared as gzip and sent in chunks', json, ['Content-Encoding: gzip', 'Transfer-Encoding: chunked'], 40010],
  ['has an unsupported Content-Encoding', json, ['Content-Encoding: gzip, gzip', 'Connection: close'], 40010],
  ['has an unknown content type', 'text/xml', [], 40010],
  ['comes without a valid session', json, ['Authorization: x', 'Connection: close'], 40003],
] as const)(
  'a large body that %s is answered even if its sender reads nothing before everything is sent',
  async (_what, type, headers, expected) => {
    const { port } = app.server.server.address() as AddressInfo;
    const piece = Buffer.alloc(512 * 1024, 32);
    const pieces = 8;
    const isOurs = !headers.some((line) => line.startsWith('Authorization'));
    const inPieces = headers.some((line) => line.startsWith('Transfer-Encoding'));
    const lines = ['POST /api/sys/role/save HTTP/1.1', 'Host: x', `Content-Type: ${type}`, ...headers];
    if (isOurs) lines.push(`Authorization: ${admin}`);
    if (!inPieces) lines.push(`Content-Length: ${pieces * piece.length}`);
    const socket = connect(port, '127.0.0.1');
    const failure = new Promise<never>((_resolve, reject) => socket.once('error', reject));
    failure.catch(() => undefined);
    const send = (bytes: string | Buffer) => Promise.race([failure, new Promise((resolve) => socket.write(bytes, resolve))]);
    await send([...lines, '', ''].join('\r\n'));
    for (let sent = 0; sent < pieces; sent += 1) {
      if (inPieces) await send(`${piece.length.toString(16)}\r\n`);
      await send(piece);
      if (inPieces) await send('\r\n');
      await setTimeout(10);
    }
    const answer = await Promise.race([failure, new Promise((resolve) => socket.once('data', resolve))]);
    expect(String(answer)).toContain(`"code":${expected}`);
    socket.destroy();
  },
);
