import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openS3, type TestS3 } from '../../testing/open-s3.ts';
import { openStallingProxy, type StallingProxy } from '../../testing/open-stalling-proxy.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { openTestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { until } from '../../testing/until.ts';
import { fetchPath, formOf, formType, sendFile } from '@back-office/app/testing/server/uploads.ts';
import { pdfOf } from '../../testing/file-samples.ts';
import { newKey } from './new-key.ts';
import { openStorage } from './open-storage.ts';
import { s3Storage } from './s3-storage.ts';

/* An S3 store that accepts every connection and no longer answers (docs/hardening.md I17). */
const limits = { connect: 1000, answer: 1000, idle: 1000, send: 3000, stop: 300 };
const patient = { ...limits, answer: 600_000, idle: 600_000, send: 600_000 };
let s3: TestS3;
let proxy: StallingProxy;
beforeAll(async () => {
  s3 = await openS3();
});
beforeEach(async () => {
  proxy = await openStallingProxy(Number(new URL(s3.endpoint).port));
});
afterEach(() => proxy.drop());
afterAll(() => s3.drop());
const behindProxy = (): TestS3 => ({ ...s3, endpoint: `http://127.0.0.1:${proxy.port}` });
const open = (given: typeof limits): Promise<TestApp> =>
  openTestApp({ storage: s3Storage(behindProxy(), given), log: pino({ level: 'silent' }) });
const chunk = { name: 'a.pdf', bytes: pdfOf(5000), fields: { totalChunks: 1, currentChunk: 0 } };

/** @see docs/postmortems/waits-without-an-end.md */
it('a silent store ends the start with a message, and releases the database', async () => {
  const database = await openTestDatabase();
  try {
    proxy.stall();
    await expect(openStorage({ s3: behindProxy(), dataDir: database.dataDir }, database.db, limits)).rejects.toThrow(
      /^The bucket back-office at S3_ENDPOINT cannot be used for files: it was silent for 1 s\.$/,
    );
    expect((await database.pool.query("select 1 from pg_locks where locktype = 'advisory' and objid = 7215004")).rows).toEqual([]);
  } finally {
    await database.drop();
  }
});

it('a silent store answers uploads and downloads with 503, and nothing of them is cached or revealed', async () => {
  const app = await open(limits);
  try {
    const me = await app.userWith({});
    const { data: file } = await sendFile(app, me.token, { name: chunk.name, bytes: chunk.bytes });
    proxy.stall();
    const headers = { authorization: me.token, 'content-type': formType };
    const sent = await app.server.inject({ method: 'POST', url: '/api/file/upload', headers, payload: formOf(chunk) });
    expect([sent.statusCode, sent.json<{ code: number }>().code]).toEqual([503, 50300]);
    const read = await fetchPath(app, file.filePath);
    expect(read.status).toBe(503);
    expect(read.headers).toMatchObject({
      'cache-control': 'no-store',
      'retry-after': '5',
      'content-type': 'application/json; charset=utf-8',
    });
    for (const name of ['etag', 'content-disposition', 'accept-ranges']) expect(read.headers).not.toHaveProperty(name);
    // An object that could not be removed waits in the trash until it can be.
    expect((await app.database.pool.query('select 1 from sys_storage_trash where not is_clearing')).rows).toHaveLength(1);
  } finally {
    await app.drop();
  }
});

/** @see docs/postmortems/waits-without-an-end.md */
it('an upload waits for a silent store once, and not again while its bytes are to be removed', async () => {
  const app = await open({ ...limits, answer: patient.answer });
  try {
    const me = await app.userWith({});
    proxy.stall();
    const headers = { authorization: me.token, 'content-type': formType };
    const sent = await app.server.inject({ method: 'POST', url: '/api/file/upload', headers, payload: formOf(chunk) });
    expect(sent.statusCode).toBe(503);
  } finally {
    await app.drop();
  }
});

it('a silent store is not sent the same bytes again, since their sender has waited', async () => {
  const storage = s3Storage(behindProxy(), limits);
  proxy.stall();
  const object = await storage.create(newKey());
  await object.write(Buffer.from('a'));
  await expect(object.close()).rejects.toThrow('1000 ms of inactivity');
  expect(proxy.taken()).toBe(1);
  await storage.close();
});

it('a store that falls silent in the middle of a file ends the answer; a reader that pauses does not', async () => {
  const [writing, storage] = [s3Storage(s3), s3Storage(behindProxy(), { ...limits, answer: patient.answer })];
  const key = newKey();
  const object = await writing.create(key);
  for (let part = 0; part < 3; part += 1) await object.write(Buffer.alloc(8 * 1024 * 1024, part));
  await object.close();
  await writing.close();
  const blocks = (await storage.read(key))[Symbol.asyncIterator]();
  await blocks.next();
  await new Promise((resolve) => setTimeout(resolve, limits.idle + 300));
  await blocks.next();
  proxy.stall();
  await expect(
    (async () => {
      while (!(await blocks.next()).done);
    })(),
  ).rejects.toThrow('it was silent for 1 s');
  await storage.close();
});

it('sixty readers that pause keep neither each other nor a call without bytes waiting', async () => {
  const storage = s3Storage(s3);
  const key = newKey();
  const object = await storage.create(key);
  for (let part = 0; part < 3; part += 1) await object.write(Buffer.alloc(8 * 1024 * 1024, part));
  await object.close();
  const readers = await Promise.allSettled(
    Array.from({ length: 60 }, async () => {
      const bytes = await storage.read(key);
      await once(bytes, 'readable');
      return bytes;
    }),
  );
  try {
    expect(readers.filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(await storage.size(key)).toBe(24 * 1024 * 1024);
  } finally {
    for (const reader of readers) if (reader.status === 'fulfilled') reader.value.destroy();
    await storage.close();
  }
}, 60_000);

/** @see docs/postmortems/waits-without-an-end.md */
it('a store that sends a byte now and then is cut off like a silent one, for a file and for a part', async () => {
  const [writing, storage] = [s3Storage(s3), s3Storage(behindProxy(), { ...limits, answer: patient.answer })];
  const key = newKey();
  const object = await writing.create(key);
  await object.write(Buffer.alloc(4 * 1024 * 1024));
  await object.close();
  await writing.close();
  const blocks = (await storage.read(key))[Symbol.asyncIterator]();
  await blocks.next();
  proxy.dribble(limits.idle / 10);
  await expect(
    (async () => {
      while (!(await blocks.next()).done);
    })(),
  ).rejects.toThrow('it was silent for 1 s');
  const part = await storage.create(newKey());
  await part.write(Buffer.from('a'));
  await expect(part.close()).rejects.toThrow();
  await storage.close();
}, 30_000);

it('a silent store does not affect /readyz, and does not delay a stop', async () => {
  const app = await open(patient);
  const me = await app.userWith({});
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`;
  proxy.stall();
  const init = { method: 'POST', headers: { authorization: me.token, 'content-type': formType }, body: new Uint8Array(formOf(chunk)) };
  const upload = fetch(`${url}/api/file/upload`, init);
  await until(() => proxy.taken() > 0);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  const dropped = app.drop();
  expect((await upload).status).toBe(503);
  await dropped;
});
