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
