import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfOf } from '../testing/file-samples.ts';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { until } from '../testing/until.ts';
import { fetchPath, formOf, formType, sendChunk, sha256 } from '@back-office/app/testing/server/uploads.ts';
import { cutWhenStalled } from './cut-when-stalled.ts';

/* Connections that break, and slow or silent senders (docs/hardening.md D25, D29). */
let app: TestApp;
let me: Session;
beforeAll(async () => {
  app = await openTestApp();
  me = await app.userWith({});
  await app.server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.drop());

const objects = async (): Promise<number> =>
  (await readdir(join(app.database.dataDir, 'files'), { recursive: true })).filter((path) => path.length === 35).length;
const portOf = (address: AddressInfo | string | null): number => (address as AddressInfo).port;

describe('a connection that breaks', () => {
  const bytes = pdfOf(3_000_000);
  it.each([
    ['before the first byte', 0],
    ['after one byte', 1],
    ['in the middle', 700_000],
    ['before the last byte', -1],
  ])('%s stores nothing, leaves nothing behind, and the chunk can be sent again', async (_when, after) => {
    const [one, two] = [bytes.subarray(0, 1_600_000), bytes.subarray(1_600_000)];
    const { id } = (await sendChunk(app, me.token, { name: 'a.pdf', bytes: one, fields: { totalChunks: 2, currentChunk: 0 } })).data;
    const before = await objects();
    const last = { name: `${id}|a.pdf`, bytes: two, fields: { totalChunks: 2, currentChunk: 1 } };
    const body = formOf(last);
    const head = `POST /api/file/upload HTTP/1.1\r\nHost: x\r\nAuthorization: ${me.token}\r\nContent-Type: ${formType}\r\nContent-Length: ${body.length}\r\n\r\n`;
    await sendAndReset(Buffer.concat([Buffer.from(head), body.subarray(0, after < 0 ? body.length + after : after)]));
    await until(async () => (await objects()) === before);
    expect((await app.call(me.token, 'GET', `file/upload/${id}`)).data).toMatchObject({ received: [0] });
    const { data } = await sendChunk(app, me.token, last);
    expect(sha256((await fetchPath(app, data.filePath)).bytes)).toBe(sha256(bytes));
    await until(async () => (await trash()) === 0);
  });

  const trash = async (): Promise<number> =>
    (await app.database.pool.query<{ n: number }>('SELECT count(*) AS n FROM sys_storage_trash')).rows[0]?.n ?? -1;

  /** Sends the bytes, waits until the server has them, and resets the connection. */
  async function sendAndReset(sent: Buffer): Promise<void> {
    const arrived = new Promise<Socket>((found) => app.server.server.once('connection', found));
    const socket = connect(portOf(app.server.server.address()), '127.0.0.1', () => socket.write(sent));
    socket.on('error', () => undefined);
    const peer = await arrived;
    await until(() => peer.bytesRead >= sent.length);
    socket.resetAndDestroy();
  }
});

describe('the stall detection of an upload', () => {
  const everyMs = 100;
  /** Whether a sender of this many bytes every 10 ms is cut off within ten checks. */
  async function isCut(bytes: number): Promise<boolean> {
    let cut = false;
    const server = createServer((request) => {
      const stop = cutWhenStalled(request, everyMs);
      request.on('error', () => (cut = true)).on('close', stop);
      request.resume();
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const socket = connect(portOf(server.address()), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n');
    const piece = Buffer.alloc(bytes);
    let looks = 0;
    await new Promise<void>((ended) => {
      const sending = setInterval(() => bytes > 0 && socket.writable && socket.write(piece), 10);
      const waiting = setInterval(() => {
        looks += 1;
        if (!cut && looks < 10) return;
        clearInterval(sending);
        clearInterval(waiting);
        ended();
      }, everyMs);
    });
    const found = cut;
    socket.destroy();
    await new Promise((closed) => server.close(closed));
    return found;
  }

  it('cuts off a silent or trickling sender, but not one that keeps sending', async () => {
    expect(await Promise.all([0, 10, 64 * 1024].map(isCut))).toEqual([true, true, false]);
  });
});
