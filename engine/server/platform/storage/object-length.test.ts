import { appendFile, mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import pino from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { pdfOf } from '../../testing/file-samples.ts';
import { sendRaw } from '@back-office/app/testing/server/send-raw.ts';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { formOf, formType, sendChunk, sendFile } from '@back-office/app/testing/server/uploads.ts';
import { folderStorage } from './folder-storage.ts';
import { guardStorage } from './guard-storage.ts';
import type { Storage } from './storage.ts';

/*
 * Objects that are shorter or longer than what was written: a damaged disk, or a store that loses a part or ignores the range. With fewer bytes than
 * announced a reader would wait forever, and extra bytes would be taken for the connection's next answer.
 */
let app: TestApp;
let me: Session;
let folder: string;
let isWhole = false;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'back-office-length-'));
  const storage = await folderStorage(folder);
  // A store may not support ranges, and return the whole object.
  const read: Storage['read'] = (key, range) => storage.read(key, isWhole ? undefined : range);
  app = await openTestApp({ log: pino({ level: 'silent' }), storage: { ...storage, read } });
  me = await app.userWith({});
  await app.server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app.drop();
  await rm(folder, { recursive: true, force: true });
});

const size = 600_000;

/** Uploads a file of so many parts; returns its path under /files and the paths of its parts in storage. */
async function send(parts = 2): Promise<{ path: string; objects: string[] }> {
  const { data } = await sendFile(app, me.token, { name: 'a.pdf', bytes: pdfOf(size), size: size / parts });
  const { rows } = await app.database.pool.query<{ key: string }>(
    `select storage_key as key from sys_upload_part p join sys_file f on f.sys_upload_id = p.sys_upload_id where f.id = $1 order by idx`,
    [data.id],
  );
  return { path: data.filePath, objects: rows.map(({ key }) => join(folder, key)) };
}

/** Everything that a connection receives for two requests, one after the other, until the server ends it. */
const fetchTwice = async (path: string): Promise<string> => {
  const lines = ['GET /healthz HTTP/1.1', 'Host: x', 'Connection: close', '', ''];
  const { head, body } = await sendRaw(app, [`GET ${path} HTTP/1.1`, 'Host: x', '', ...lines]);
  return head + body;
};

it.each([0, 1])('a file whose part %i lost its end breaks off the connection, and no other answer follows on it', async (part) => {
  const { path, objects } = await send();
  await truncate(objects[part] ?? '', 1000);
  const answer = await fetchTwice(path);
  expect(answer.length).toBeLessThan(size);
  expect(answer.split('HTTP/1.1 200')).toHaveLength(2);
});

it.each([0, 1])('a file whose part %i is longer than requested is served without the excess bytes', async (part) => {
  const { path, objects } = await send();
  await appendFile(objects[part] ?? '', 'HTTP/1.1 200 OK\r\n\r\nadded');
  isWhole = true;
  const answer = await fetchTwice(path).finally(() => (isWhole = false));
  expect(answer.includes('added')).toBe(false);
});

it('a chunk that lost its end does not discard its upload', async () => {
  const bytes = pdfOf(size);
  const fields = { totalChunks: 2, currentChunk: 0 };
  const { id } = (await sendChunk(app, me.token, { name: 'a.pdf', bytes: bytes.subarray(0, size / 2), fields })).data;
  const { rows } = await app.database.pool.query<{ key: string }>(
    'select storage_key as key from sys_upload_part where sys_upload_id = $1',
    [id],
  );
  await truncate(join(folder, rows[0]?.key ?? ''), 100);
  const payload = formOf({ name: `${id}|a.pdf`, bytes: bytes.subarray(size / 2), fields: { ...fields, currentChunk: 1 } });
  const headers = { authorization: me.token, 'content-type': formType };
  const answer = await app.server.inject({ method: 'POST', url: '/api/file/upload', headers, payload });
  expect(answer.statusCode).toBe(503);
  expect((await app.call(me.token, 'GET', `file/upload/${id}`)).data).toMatchObject({ received: [0] });
});

it.each([1, 3])('an object that lost everything answers 503 for a file of %i parts, with nothing cacheable', async (parts) => {
  const { path, objects } = await send(parts);
  await truncate(objects[0] ?? '', 0);
  const answer = await sendRaw(app, [`GET ${path} HTTP/1.1`, 'Host: x', 'Connection: close', '', '']);
  expect([answer.status, answer.body]).toEqual([503, '{"success":false,"code":50300,"message":"服务暂不可用，请稍后再试"}']);
  expect(answer.head).toContain('cache-control: no-store');
  expect(answer.head).not.toMatch(/etag|content-disposition/);
});

it.each([3, 20])('a read that returns %i of 10 bytes fails for a later listener, and does not end the process', async (size) => {
  const guarded = guardStorage({ ...(await folderStorage(folder)), read: async () => Readable.from([Buffer.alloc(size)]) });
  const unheard = vi.fn();
  process.once('uncaughtExceptionMonitor', unheard);
  const bytes = await guarded.read('any', { start: 0, end: 9 });
  await setTimeout(50);
  process.off('uncaughtExceptionMonitor', unheard);
  expect(unheard).not.toHaveBeenCalled();
  await expect(buffer(bytes)).rejects.toThrow('The storage of files has failed');
});
