import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { FileRecord } from '@back-office/contract/calls/file.ts';
import { folderStorage } from '../platform/storage/folder-storage.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { pngOf } from '../testing/file-samples.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { openTestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { fetchPath, sendFile } from '@back-office/app/testing/server/uploads.ts';

let app: TestApp;
let storage: Storage;
let now = new Date();
beforeAll(async () => {
  const database = await openTestDatabase();
  storage = await folderStorage(join(database.dataDir, 'files'));
  app = await openTestApp({ database, storage, clock: () => now });
});
afterAll(() => app.drop());

it('an image that cannot be decoded is not read again at each view of its thumbnail, but after an hour', async () => {
  const { token } = await app.userWith({});
  const bytes = Buffer.concat([pngOf(100, 100).subarray(0, 41), randomBytes(30)]);
  const { data } = await sendFile(app, token, { name: 'a.png', bytes });
  const read = vi.spyOn(storage, 'read');
  const readsOfView = async (): Promise<number> => {
    read.mockClear();
    const [file] = (await app.call<FileRecord[]>(token, 'GET', `file/select?ids=${data.id}`)).data;
    expect((await fetchPath(app, file?.thumbnailPath ?? '')).status).toBe(404);
    return read.mock.calls.length;
  };
  const first = await readsOfView();
  expect(first).toBeGreaterThan(0);
  expect(await readsOfView()).toBe(0);
  now = new Date(now.getTime() + 3_600_000);
  expect(await readsOfView()).toBe(first);
});

it('a thumbnail that lost against another node’s stays in the trash if it cannot be removed', async () => {
  const { token } = await app.userWith({});
  const { data } = await sendFile(app, token, { name: 'b.png', bytes: pngOf(400, 400) });
  const [file] = (await app.call<FileRecord[]>(token, 'GET', `file/select?ids=${data.id}`)).data;
  const other = await sendFile(app, token, { name: 'other.png', bytes: pngOf(401, 400) });
  const create = storage.create.bind(storage);
  let lost = '';
  vi.spyOn(storage, 'remove').mockRejectedValueOnce(new Error('The store is silent'));
  vi.spyOn(storage, 'create').mockImplementationOnce(async (key) => {
    lost = key;
    await app.database.pool.query(
      `UPDATE sys_upload SET thumbnail_key = (SELECT storage_key FROM sys_upload_part p JOIN sys_file f ON f.sys_upload_id = p.sys_upload_id WHERE f.id = $2)
       WHERE id = (SELECT sys_upload_id FROM sys_file WHERE id = $1)`,
      [data.id, other.data.id],
    );
    return create(key);
  });
  expect((await fetchPath(app, file?.thumbnailPath ?? '')).status).toBe(200);
  expect((await app.database.pool.query('SELECT FROM sys_storage_trash WHERE storage_key = $1', [lost])).rowCount).toBe(1);
});
