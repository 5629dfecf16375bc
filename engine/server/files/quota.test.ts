import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pdfOf } from '../testing/file-samples.ts';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { sendChunk } from '@back-office/app/testing/server/uploads.ts';

/* One person's quota of unfinished uploads: 5 GB (docs/hardening.md D18). All but the last bytes exist only as rows. */
let app: TestApp;
let me: Session;
beforeAll(async () => {
  app = await openTestApp();
  me = await app.userWith({});
});
afterAll(() => app.drop());

const quota = 5 * 1024 ** 3;
const refusal = { status: 413, code: 41300, message: '未完成的上传占用空间过多，请先完成或取消' };
const send = (bytes: number, totalChunks: number, currentChunk = 0, id?: string) =>
  sendChunk(app, me.token, {
    name: id === undefined ? 'a.pdf' : `${id}|a.pdf`,
    bytes: pdfOf(bytes),
    fields: { totalChunks, currentChunk },
  });
const left = async () => ({
  objects: (await readdir(join(app.database.dataDir, 'files'), { recursive: true })).filter((path) => path.length === 35).length,
  trash: (await app.database.pool.query<{ n: number }>('SELECT count(*) AS n FROM sys_storage_trash')).rows[0]?.n,
  unfinished: (await app.call<unknown[]>(me.token, 'GET', 'file/select-uploads')).data.length,
});

it('the quota of unfinished uploads can be used to the last byte; one byte more is refused and leaves nothing', async () => {
  const { id } = (await send(300, 5)).data;
  await app.database.pool.query('UPDATE sys_upload_part SET part_size = $1 WHERE sys_upload_id = $2', [quota - 200, id]);
  const begun = await send(100, 2);
  expect(begun.code).toBe(20000);
  const before = await left();
  expect(await send(101, 2)).toMatchObject(refusal);
  expect(await left()).toEqual(before);
  expect((await send(100, 2)).code).toBe(20000);
  expect(await send(1, 2)).toMatchObject(refusal);
  expect(await left()).toEqual({ ...before, objects: before.objects + 1, unfinished: before.unfinished + 1 });

  // Each further chunk counts too, except the last, with which the upload is no longer unfinished.
  await app.database.pool.query('UPDATE sys_upload_part SET part_size = part_size - 50 WHERE sys_upload_id = $1', [id]);
  const other = (await send(50, 3)).data;
  const full = await left();
  expect(await send(100, 3, 1, other.id)).toMatchObject(refusal);
  expect(await left()).toEqual(full);
  expect((await send(100, 2, 1, begun.data.id)).code).toBe(20000);
  expect((await send(100, 3, 1, other.id)).code).toBe(20000);

  await app.call(me.token, 'DELETE', `file/upload/${id}`);
  expect((await send(1000, 2)).code).toBe(20000);
});

it('concurrent chunks of several uploads cannot exceed the quota together', async () => {
  me = await app.userWith({});
  const { id } = (await send(300, 5)).data;
  await app.database.pool.query('UPDATE sys_upload_part SET part_size = $1 WHERE sys_upload_id = $2', [quota - 1000, id]);
  const uploads = await Promise.all(Array.from({ length: 6 }, () => send(100, 3)));
  const answers = await Promise.all(uploads.map(({ data }) => send(150, 3, 1, data.id)));
  expect(answers.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([20000, 20000, 41300, 41300, 41300, 41300]);
});
