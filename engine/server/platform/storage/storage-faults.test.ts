import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, unlink, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfOf } from '../../testing/file-samples.ts';
import { runJob } from '@back-office/app/testing/server/run-job.ts';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { fetchPath, formOf, formType, type SentChunk, sendChunk, sendFile, sha256 } from '@back-office/app/testing/server/uploads.ts';
import { folderStorage } from './folder-storage.ts';
import type { ObjectWriter, Storage } from './storage.ts';

/* A storage that is full, or fails (docs/hardening.md D33, D34). */
const MiB = 1024 * 1024;
const filesIn = async (folder: string): Promise<number> =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;
const one = (bytes: Buffer, name = 'a.pdf'): SentChunk => ({ name, bytes, fields: { totalChunks: 1, currentChunk: 0 } });

/** Sends a chunk that a failing storage cannot store: 503, which `call` would treat as a fault, and no detail of it. */
async function refusedWith503(app: TestApp, token: string, chunk: SentChunk): Promise<void> {
  const headers = { authorization: token, 'content-type': formType };
  const answer = await app.server.inject({ method: 'POST', url: '/api/file/upload', headers, payload: formOf(chunk) });
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('5');
  expect(answer.json()).toEqual({ success: false, code: 50300, message: '服务暂不可用，请稍后再试' });
}

/** A real file system of 16 MiB; only root may create one, and not everywhere. */
const disk = await mkdtemp(join(tmpdir(), 'back-office-disk-'));
const isDisk = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', disk]).status === 0;
afterAll(async () => {
  if (isDisk) execFileSync('umount', ['--lazy', disk]);
  await rm(disk, { recursive: true, force: true });
});

describe.skipIf(!isDisk)('a disk of 16 MiB (skipped where none may be mounted)', () => {
  let app: TestApp;
  let me: Session;
  beforeAll(async () => {
    app = await openTestApp({ log: pino({ level: 'silent' }), storage: await folderStorage(join(disk, 'files')) });
    me = await app.userWith({});
    await app.server.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => app.drop());

  /** Sends a chunk of unannounced length, so that the disk fills up in the middle of it. */
  async function stream(chunk: SentChunk): Promise<{ code: number; message: string }> {
    const { port } = app.server.server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/api/file/upload`, {
      method: 'POST',
      headers: { authorization: me.token, 'content-type': formType },
      body: new Blob([new Uint8Array(formOf(chunk))]).stream(),
      duplex: 'half',
    });
    expect(response.status).toBe(200);
    return (await response.json()) as { code: number; message: string };
  }

  it('refuses what does not fit, before it is sent or while it is, keeps what it has, and recovers', async () => {
    const bytes = pdfOf(9 * MiB);
    const [first, second] = [bytes.subarray(0, 5 * MiB), bytes.subarray(5 * MiB)];
    const { id } = (await sendChunk(app, me.token, { ...one(first), fields: { totalChunks: 2, currentChunk: 0 } })).data;
    await writeFile(join(disk, 'ballast'), Buffer.alloc(8 * MiB));
    const before = await filesIn(disk);
    const last = { ...one(second, `${id}|a.pdf`), fields: { totalChunks: 2, currentChunk: 1 } };
    expect(await sendChunk(app, me.token, last)).toMatchObject({ status: 200, code: 40000, message: '存储空间不足' });
    expect(await stream(last)).toMatchObject({ code: 40000, message: '存储空间不足' });
    expect(await filesIn(disk)).toBe(before);
    expect((await app.call(me.token, 'GET', `file/upload/${id}`)).data).toMatchObject({ received: [0] });
    await unlink(join(disk, 'ballast'));
    const done = await sendChunk(app, me.token, last);
    expect(sha256((await fetchPath(app, done.data.filePath)).bytes)).toBe(sha256(bytes));
  });

  it('that becomes read-only accepts nothing more, serves what it has, and recovers', async () => {
    const bytes = pdfOf(1000);
    const { data } = await sendFile(app, me.token, { name: 'a.pdf', bytes });
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    await refusedWith503(app, me.token, one(bytes));
    expect((await fetchPath(app, data.filePath)).bytes.equals(bytes)).toBe(true);
    execFileSync('mount', ['-o', 'remount,rw', disk]);
    expect((await sendChunk(app, me.token, one(bytes))).code).toBe(20000);
  });
});

describe('a storage that fails', () => {
  let app: TestApp;
  let me: Session;
  let folder: string;
  let locked: string | undefined;
  let asked = 0;
  let broken: Partial<Record<'create' | 'write' | 'close' | 'read' | 'pass', string>> = {};
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'back-office-broken-'));
    app = await openTestApp({ log: pino({ level: 'silent' }), storage: breaking(await folderStorage(folder)) });
    me = await app.userWith({});
  });
  afterAll(async () => {
    await app.drop();
    await rm(folder, { recursive: true, force: true });
  });

  async function fail(at: keyof typeof broken): Promise<void> {
    const code = broken[at];
    if (code !== undefined) throw Object.assign(new Error(`${code}: i/o error, ${folder}`), { code });
  }

  /** A real folder in which every call can be made to fail like its system call. */
  function breaking(storage: Storage): Storage {
    const writer = (object: ObjectWriter): ObjectWriter => ({
      write: (block) => fail('write').then(() => object.write(block)),
      close: () => fail('close').then(() => object.close()),
      abort: () => object.abort(),
    });
    return {
      ...storage,
      remove: async (key) => {
        asked += 1;
        if (key === locked || locked === 'all') throw new Error('AccessDenied');
        await storage.remove(key);
      },
      create: (key) => fail('create').then(async () => writer(await storage.create(key))),
      read: (key, range) => fail('read').then(async () => (broken.pass === undefined ? storage.read(key, range) : halfOf(storage, key))),
    };
  }

  /** The bytes that arrive until the store disconnects in the middle of an object. */
  async function halfOf(storage: Storage, key: string): Promise<Readable> {
    const whole = await buffer(await storage.read(key));
    const half = async function* (): AsyncGenerator<Buffer> {
      yield whole.subarray(0, whole.length / 2);
      await fail('pass');
    };
    return Readable.from(half());
  }

  it.each([
    ['create', 'EACCES'],
    ['write', 'EIO'],
    ['close', 'EIO'],
    ['read', 'EIO'],
    ['pass', 'EIO'],
  ] as const)('at %s with %s leaves neither a record nor bytes, and reveals nothing about itself', async (at, code) => {
    const otcId = randomUUID();
    const [objects, bytes] = [await filesIn(folder), pdfOf(3 * MiB)];
    const chunk = { ...one(bytes), fields: { totalChunks: 1, currentChunk: 0, otcId, otcType: 'x' } };
    broken = { [at]: code };
    await refusedWith503(app, me.token, chunk).finally(() => (broken = {}));
    expect((await app.call(me.token, 'GET', `file/select?otcId=${otcId}&otcType=x`)).data).toEqual([]);
    expect(await filesIn(folder)).toBe(objects);
    expect((await sendChunk(app, me.token, chunk)).code).toBe(20000);
  });

  it('on reading answers 503, with nothing cacheable and no half of a file', async () => {
    const { data } = await sendFile(app, me.token, { name: 'a.pdf', bytes: pdfOf(5000), size: 2000 });
    broken = { read: 'EIO' };
    const answer = await fetchPath(app, data.filePath).finally(() => (broken = {}));
    expect([answer.status, answer.headers['cache-control'], answer.headers['etag']]).toEqual([503, 'no-store', undefined]);
    expect(answer.bytes.includes('%PDF')).toBe(false);
  });

  it('that refuses to delete some objects has all others deleted', async () => {
    const send = async (name: string): Promise<{ id: string; key: string }> => {
      const { id } = (await sendFile(app, me.token, { name, bytes: pdfOf(200) })).data;
      const { rows } = await app.database.pool.query<{ key: string }>(
        'select storage_key as key from sys_upload_part p join sys_file f on f.sys_upload_id = p.sys_upload_id where f.id = $1',
        [id],
      );
      return { id, key: rows[0]?.key ?? '' };
    };
    const sent: { id: string; key: string }[] = [];
    for (const name of ['locked.pdf', 'b.pdf', 'c.pdf']) sent.push(await send(name));
    for (const { id } of sent) await app.call(me.token, 'DELETE', `file/delete?id=${id}`);
    locked = sent[0]?.key;
    await runJob(app, 'sweep-storage');
    const left = async () => Promise.all(sent.map(async ({ key }) => (await folderStorage(folder)).size(key)));
    expect(await left()).toEqual([200, undefined, undefined]);
    locked = undefined;
    await runJob(app, 'sweep-storage');
    expect(await left()).toEqual([undefined, undefined, undefined]);
  });

  it('that refuses all deletions is asked for a few objects, and for all once it accepts', async () => {
    for (let at = 0; at < 8; at++) {
      const { id } = (await sendFile(app, me.token, { name: `${at}.pdf`, bytes: pdfOf(200 + at) })).data;
      await app.call(me.token, 'DELETE', `file/delete?id=${id}`);
    }
    // A deletion adds this job too; only the sweep's calls are counted here.
    await app.database.pool.query(`delete from sys_job where kind = 'clear-storage'`);
    [locked, asked] = ['all', 0];
    await runJob(app, 'sweep-storage');
    expect(asked).toBe(5);
    [locked, asked] = [undefined, 0];
    await runJob(app, 'sweep-storage');
    expect(asked).toBe(8);
  });
});
