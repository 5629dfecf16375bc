import { randomBytes, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfOf, pngOf } from '../testing/file-samples.ts';
import { loseCommitAnswer } from '../testing/lose-commit-answer.ts';
import { openS3, type TestS3 } from '../testing/open-s3.ts';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { fetchPath, type SentChunk, sendChunk, sendFile, sha256 } from '@back-office/app/testing/server/uploads.ts';
import { s3Storage } from '../platform/storage/s3-storage.ts';

/* The chunk protocol (docs/wire.md "Files"; docs/hardening.md D01 to D09, D21, D22, D28), on each kind of storage. */
describe.each(['folder', 's3'] as const)('uploading to %s storage', (kind) => {
  let app: TestApp;
  let s3: TestS3 | undefined;
  let me: Session;
  beforeAll(async () => {
    s3 = kind === 's3' ? await openS3() : undefined;
    app = await openTestApp(s3 === undefined ? {} : { storage: s3Storage(s3) });
    me = await app.userWith({});
  });
  afterAll(async () => {
    await app.drop();
    await s3?.drop();
  });

  /** The number of objects in the storage. */
  const objects = async (): Promise<number> => {
    const folder = s3?.directory ?? join(app.database.dataDir, 'files');
    const found = await readdir(folder, { recursive: true, withFileTypes: true });
    return found.filter(({ name }) => (s3 === undefined ? /^[0-9a-f]{32}$/ : /_object$/).test(name)).length;
  };
  const chunk = (id: string | undefined, bytes: Buffer, currentChunk: number, totalChunks: number): SentChunk => ({
    name: id === undefined ? '报告.pdf' : `${id}|报告.pdf`,
    bytes,
    fields: { totalChunks, currentChunk },
  });
  const piecesOf = (bytes: Buffer, count: number): Buffer[] => {
    const size = Math.ceil(bytes.length / count);
    return Array.from({ length: count }, (_piece, at) => bytes.subarray(at * size, (at + 1) * size));
  };
  const send = (sent: SentChunk, headers = {}) => sendChunk(app, me.token, sent, headers);

  it('returns what was sent, in full and by ranges that cross chunk boundaries', async () => {
    for (const [length, size] of [
      [1200, 1200],
      [3000, 1000],
      [2_500_000, 1_100_000],
    ] as const) {
      const bytes = pdfOf(length);
      const { code, data } = await sendFile(app, me.token, { name: '报告.pdf', bytes, size });
      expect(code).toBe(20000);
      expect(data).toMatchObject({ fileName: '报告.pdf', fileType: 'pdf', fileSize: length, fileSource: 'Server', thumbnailPath: null });
      const whole = await fetchPath(app, data.filePath);
      expect([whole.status, sha256(whole.bytes)]).toEqual([200, sha256(bytes)]);
      const [start, end] = [size - 10, Math.min(length - 1, size + 500)];
      const part = await fetchPath(app, data.filePath, { range: `bytes=${start}-${end}` });
      expect(part.status).toBe(206);
      expect(part.headers['content-range']).toBe(`bytes ${start}-${end}/${length}`);
      expect(part.bytes.equals(bytes.subarray(start, end + 1))).toBe(true);
    }
  });

  it('sends a large chunk to the storage in many parts, and ranges across them are still correct', async () => {
    const bytes = pdfOf(19 * 1024 * 1024 + 7);
    const { data } = await sendFile(app, me.token, { name: 'x.pdf', bytes });
    const at = 8 * 1024 * 1024;
    const part = await fetchPath(app, data.filePath, { range: `bytes=${at - 3}-${at + 3}` });
    expect(part.bytes.equals(bytes.subarray(at - 3, at + 4))).toBe(true);
    expect(sha256((await fetchPath(app, data.filePath)).bytes)).toBe(sha256(bytes));
  });

  it('accepts chunks in any order and in parallel, with form fields before or after the file', async () => {
    const bytes = pdfOf(20 * 700 - 13);
    const pieces = piecesOf(bytes, 20);
    const first = await send({ ...chunk(undefined, pieces[7] ?? expect.fail(), 7, 20), fileFirst: true });
    expect(first.data).toEqual({ id: expect.any(String), totalChunks: 20, received: [7] });
    const others = [...pieces.keys()].filter((at) => at !== 7).toSorted(() => Math.random() - 0.5);
    const answers = await Promise.all(
      others.map((at) => send({ ...chunk(first.data.id, pieces[at] ?? expect.fail(), at, 20), fileFirst: at % 2 === 0 })),
    );
    expect(answers.map(({ code }) => code)).toEqual(others.map(() => 20000));
    const records = answers.filter(({ data }) => data.filePath !== undefined);
    expect(records.length).toBe(1);
    expect(sha256((await fetchPath(app, records[0]?.data.filePath ?? '')).bytes)).toBe(sha256(bytes));
  });

  it('accepts chunk numbers that start at 1', async () => {
    const bytes = pdfOf(900);
    const pieces = piecesOf(bytes, 3);
    const first = await send(chunk(undefined, pieces[0] ?? expect.fail(), 1, 3));
    await send(chunk(first.data.id, pieces[2] ?? expect.fail(), 3, 3));
    expect((await send(chunk(first.data.id, Buffer.from('x'), 0, 3))).code).toBe(40000);
    const { data } = await send(chunk(first.data.id, pieces[1] ?? expect.fail(), 2, 3));
    expect((await fetchPath(app, data.filePath)).bytes.equals(bytes)).toBe(true);
  });

  it('accepts a repeated chunk, refuses other bytes for it, and repeats the answer to the last chunk', async () => {
    const [one, two] = piecesOf(pdfOf(800), 2) as [Buffer, Buffer];
    const before = await objects();
    const first = await send(chunk(undefined, one, 0, 2));
    expect((await send(chunk(first.data.id, one, 0, 2))).data).toEqual(first.data);
    expect((await send(chunk(first.data.id, randomBytes(400), 0, 2))).code).toBe(40900);
    expect(await objects()).toBe(before + 1);
    const record = await send(chunk(first.data.id, two, 1, 2));
    const repeats = await Promise.all([1, 2, 3].map(() => send(chunk(first.data.id, two, 1, 2))));
    expect(repeats.map(({ data }) => data.id)).toEqual([record.data.id, record.data.id, record.data.id]);
    expect((await send(chunk(first.data.id, randomBytes(9), 1, 2))).code).toBe(40400);
    expect(await objects()).toBe(before + 2);
  });

  it('creates one file when the last chunk arrives several times at once', async () => {
    const [one, two] = piecesOf(pdfOf(800), 2) as [Buffer, Buffer];
    for (let round = 0; round < 5; round += 1) {
      const { id } = (await send(chunk(undefined, one, 0, 2))).data;
      const answers = await Promise.all(Array.from({ length: 6 }, () => send(chunk(id, two, 1, 2))));
      expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
      expect(answers[0]?.data.filePath).toContain('/files/');
    }
  });

  it('shows an upload to its own user only, and removes its bytes when it is cancelled', async () => {
    const before = await objects();
    const [one] = piecesOf(pdfOf(800), 2) as [Buffer];
    const { id } = (await send(chunk(undefined, one, 0, 2))).data;
    expect((await app.call(me.token, 'GET', `file/upload/${id}`)).data).toEqual({ id, totalChunks: 2, received: [0] });
    const mine = await app.call<{ id: string }[]>(me.token, 'GET', 'file/select-uploads');
    expect(mine.data).toContainEqual(expect.objectContaining({ id, fileName: '报告.pdf', receivedSize: 400, chunkSize: 400 }));
    const other = await app.userWith({});
    for (const strange of [id, randomUUID(), '..', '../x', 'x']) {
      const path = `file/upload/${encodeURIComponent(strange)}`;
      expect([40400, 40404]).toContain((await app.call(other.token, 'GET', path)).code);
      expect([40400, 40404]).toContain((await app.call(other.token, 'DELETE', path)).code);
    }
    expect((await sendChunk(app, other.token, chunk(id, one, 1, 2))).code).toBe(40400);
    expect((await send(chunk(randomUUID(), one, 1, 2))).code).toBe(40400);
    expect((await app.call(me.token, 'DELETE', `file/upload/${id}`)).code).toBe(20000);
    expect((await send(chunk(id, one, 0, 2))).code).toBe(40400);
    await app.server.jobs.runDue();
    expect(await objects()).toBe(before);
  });

  it('returns the same upload when the first chunk is sent again because its answer was lost', async () => {
    const [one] = piecesOf(pdfOf(800), 2) as [Buffer];
    const key = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => send(chunk(undefined, one, 0, 2), key)));
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
  });

  it('keeps the bytes of a chunk that was stored although the database could not say so', async () => {
    const bytes = pdfOf(800);
    const [one, two] = piecesOf(bytes, 2) as [Buffer, Buffer];
    const key = { 'idempotency-key': randomUUID() };
    loseCommitAnswer();
    await expect(send(chunk(undefined, bytes, 0, 1), key)).rejects.toThrow('结果未知');
    const { data } = await send(chunk(undefined, bytes, 0, 1), key);
    expect((await fetchPath(app, data.filePath)).bytes.equals(bytes)).toBe(true);
    loseCommitAnswer();
    const other = { 'idempotency-key': randomUUID() };
    await expect(send(chunk(undefined, one, 0, 2), other)).rejects.toThrow('结果未知');
    const { id } = (await send(chunk(undefined, one, 0, 2), other)).data;
    const joined = await send(chunk(id, two, 1, 2));
    expect((await fetchPath(app, joined.data.filePath)).bytes.equals(bytes)).toBe(true);
  });

  it('verifies the hash of a chunk if one is sent', async () => {
    const bytes = pdfOf(500);
    const fields = (chunkHash: string) => ({ totalChunks: 1, currentChunk: 0, chunkHash });
    const before = await objects();
    expect((await send({ name: 'a.pdf', bytes, fields: fields(sha256(randomBytes(3))) })).code).toBe(40000);
    expect((await send({ name: 'a.pdf', bytes, fields: fields('md5') })).code).toBe(40000);
    expect(await objects()).toBe(before);
    expect((await send({ name: 'a.pdf', bytes, fields: fields(sha256(bytes).toUpperCase()) })).code).toBe(20000);
  });

  it('refuses invalid chunk numbers, and a later chunk that contradicts the first', async () => {
    const bytes = pdfOf(500);
    for (const fields of [
      {},
      { totalChunks: 0, currentChunk: 0 },
      { totalChunks: 2, currentChunk: 3 },
      { totalChunks: '1e9', currentChunk: 0 },
      { totalChunks: 1, currentChunk: -1 },
    ])
      expect((await send({ name: 'a.pdf', bytes, fields: fields as Record<string, string> })).code).toBe(40000);
    expect((await send(chunk(undefined, Buffer.alloc(0), 0, 1))).code).toBe(40000);
    const { id } = (await send({ ...chunk(undefined, bytes, 0, 2), fields: { totalChunks: 2, currentChunk: 0, otcId: 'a', otcType: 'b' } }))
      .data;
    expect((await send(chunk(id, bytes, 1, 3))).code).toBe(40000);
    expect(await send(chunk(id, Buffer.alloc(0), 1, 2))).toMatchObject({ code: 40000, message: '文件内容为空' });
    expect((await send({ ...chunk(id, bytes, 1, 2), fields: { totalChunks: 2, currentChunk: 1, otcId: 'other' } })).code).toBe(40000);
  });

  it('removes the bytes of a deleted file only when no other file has the same bytes', async () => {
    const before = await objects();
    const bytes = pngOf(20, 10, 3000);
    const { data } = await sendFile(app, me.token, { name: 'a.png', bytes, size: 1000 });
    await app.server.jobs.runDue();
    const known = { fileName: 'b.png', fileSize: bytes.length, fileHash: sha256(bytes) };
    const second = await app.call<{ id: string; filePath: string }>(me.token, 'POST', 'file/save-known', known);
    expect(second.data.id).not.toBe(data.id);
    const other = await app.userWith({});
    expect((await app.call(other.token, 'POST', 'file/save-known', known)).data).toBeNull();
    const thumbnail = await fetchPath(app, data.thumbnailPath ?? '');
    expect([thumbnail.status, thumbnail.headers['content-type']]).toEqual([200, 'image/webp']);
    expect((await app.call(me.token, 'DELETE', `file/delete?id=${data.id}`)).code).toBe(20000);
    await app.server.jobs.runDue();
    expect((await fetchPath(app, data.filePath)).status).toBe(403);
    expect((await fetchPath(app, second.data.filePath)).bytes.equals(bytes)).toBe(true);
    expect((await app.call(me.token, 'DELETE', `file/delete?id=${second.data.id}`)).code).toBe(20000);
    expect((await app.call(me.token, 'DELETE', `file/delete?id=${second.data.id}`)).code).toBe(40400);
    await app.server.jobs.runDue();
    expect(await objects()).toBe(before);
  });

  // What a crash leaves behind: kill-uploads.test.ts.
  it('sweeps uploads that nobody continued for a day, and cancelled ones, but no others', async () => {
    const before = await objects();
    const begin = async () => (await send(chunk(undefined, pdfOf(400), 0, 2))).data.id;
    const [left, cancelled, recent] = [await begin(), await begin(), await begin()];
    const touched = (id: string, hours: number) =>
      app.database.pool.query(`UPDATE sys_upload SET touch_time = now() - make_interval(hours => $2) WHERE id = $1`, [id, hours]);
    await touched(left, 25);
    await touched(recent, 23);
    await app.call(me.token, 'DELETE', `file/upload/${cancelled}`);
    expect(await objects()).toBe(before + 3);
    await app.server.jobs.runDue();
    for (const id of [left, cancelled]) expect((await app.call(me.token, 'GET', `file/upload/${id}`)).code).toBe(40400);
    await app.server.jobs.runDue();
    expect(await objects()).toBe(before + 1);
    expect((await app.call(me.token, 'GET', `file/upload/${recent}`)).data).toMatchObject({ received: [0] });
  });
});
