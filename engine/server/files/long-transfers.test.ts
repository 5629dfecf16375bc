import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { limits } from '@back-office/contract/limits.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { pdfOf } from '../testing/file-samples.ts';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { until } from '../testing/until.ts';
import { formOf, formType, sendFile, sha256 } from '@back-office/app/testing/server/uploads.ts';

/* Long transfers over a real connection (docs/hardening.md D24, D29). */
let app: TestApp;
let me: Session;
beforeAll(async () => {
  app = await openTestApp();
  me = await app.userWith({});
  await app.server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.drop());

const port = (): number => (app.server.server.address() as AddressInfo).port;
const objects = async (): Promise<number> =>
  (await readdir(join(app.database.dataDir, 'files'), { recursive: true })).filter((path) => path.length === 35).length;
const trash = async (): Promise<number | undefined> =>
  (await app.database.pool.query<{ n: number }>('SELECT count(*) AS n FROM sys_storage_trash')).rows[0]?.n;

describe('a chunk of 100 MB', () => {
  const lookMs = 10_000;
  const body = formOf({ name: 'a.pdf', bytes: pdfOf(limits.upload.chunkSize), fields: { totalChunks: 1, currentChunk: 0 } });
  let socket: Socket;
  // Only the timer of the watch is faked: every other timer runs as usual.
  const begin = async (): Promise<Socket> => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const arrived = once(app.server.server, 'connection') as Promise<[Socket]>;
    socket = connect(port(), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      `POST /api/file/upload HTTP/1.1\r\nHost: x\r\nAuthorization: ${me.token}\r\nContent-Type: ${formType}\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    return (await arrived)[0];
  };
  const sendUpTo = async (from: number, to: number, peer: Socket): Promise<void> => {
    const before = peer.bytesRead;
    socket.write(body.subarray(from, to));
    await until(() => peer.bytesRead - before >= to - from || peer.destroyed);
  };
  afterEach(() => {
    socket.destroy();
    vi.useRealTimers();
  });

  it('is accepted over a connection that takes eight minutes to send it', async () => {
    const peer = await begin();
    const piece = Math.ceil(body.length / 50);
    for (let at = 0; at < body.length; at += piece) {
      await sendUpTo(at, Math.min(at + piece, body.length), peer);
      vi.advanceTimersByTime(lookMs);
    }
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toContain(`"fileSize":${limits.upload.chunkSize}`);
  });

  it('is cut off and leaves nothing behind when its sender falls silent halfway', async () => {
    const before = [await objects(), await trash()];
    const peer = await begin();
    await sendUpTo(0, 50 * 1024 * 1024, peer);
    expect(await objects()).toBe((before[0] ?? 0) + 1);
    await until(() => {
      vi.advanceTimersByTime(lookMs);
      return peer.destroyed;
    });
    vi.useRealTimers();
    await until(async () => (await objects()) === before[0] && (await trash()) === before[1]);
    expect((await app.call<unknown[]>(me.token, 'GET', 'file/select-uploads')).data).toEqual([]);
  });
});

describe('a file that is deleted during a download', () => {
  it.each([
    ['one chunk', 1],
    ['three chunks', 3],
  ])('arrives whole or the connection breaks, but is never silently cut short, and its bytes are removed: %s', async (_what, chunks) => {
    const before = await objects();
    const bytes = pdfOf(24_000_000);
    const { data } = await sendFile(app, me.token, { name: 'a.pdf', bytes, size: bytes.length / chunks });
    const request = get({ port: port(), host: '127.0.0.1', path: data.filePath, agent: false });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.pause();
    expect((await app.call(me.token, 'DELETE', `file/delete?id=${data.id}`)).code).toBe(20000);
    await app.server.jobs.runDue();
    await until(async () => (await objects()) === before);
    const got: Buffer[] = [];
    const whole = await (async () => {
      for await (const piece of response) got.push(piece as Buffer);
    })().then(
      () => true,
      () => false,
    );
    // A part that is already open stays readable; a part that is not open yet can no longer be opened.
    expect(whole).toBe(chunks === 1);
    if (whole) expect(sha256(Buffer.concat(got))).toBe(sha256(bytes));
    expect((await app.server.inject({ url: data.filePath })).statusCode).toBe(403);
    expect(await trash()).toBe(0);
  });
});
