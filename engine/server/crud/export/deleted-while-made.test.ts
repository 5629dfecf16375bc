import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderStorage } from '../../platform/storage/folder-storage.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { runJob } from '@back-office/app/testing/server/run-job.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { until } from '../../testing/until.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

/* An export is deleted while its file is being written, and the store then fails. */
let folder: string;
let storage: Storage;
let app: TestApp;
let admin: string;
/** Hooks: before an object is created, and in place of removing one. */
let beforeCreate: () => Promise<unknown> = () => Promise.resolve();
let removes: Storage['remove'] | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'back-office-exports-'));
  storage = await folderStorage(folder);
  app = await openTestApp({
    storage: {
      ...storage,
      create: async (key) => {
        await beforeCreate();
        return storage.create(key);
      },
      remove: (key) => (removes === undefined ? storage.remove(key) : removes(key)),
    },
  });
  admin = await app.admin();
});
afterAll(async () => {
  await app.drop();
  await rm(folder, { recursive: true, force: true });
});

const objects = async (): Promise<number> =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;

it('an export deleted while its file is being written leaves no file behind', async () => {
  let [begun, goOn] = [false, (): void => undefined];
  const held = new Promise<void>((resolve) => (goOn = resolve));
  beforeCreate = () => {
    begun = true;
    return held;
  };
  const { data } = await app.call(admin, 'POST', 'sys/dict/export?columns=dictLabel');
  const made = app.server.jobs.runDue();
  await until(() => begun);
  expect((await app.call(admin, 'DELETE', `sys/export/delete/${String(data['id'])}`)).code).toBe(20000);
  // The removal job runs before the file exists.
  await app.database.pool.query(`UPDATE sys_job SET run_time = now() WHERE kind = 'clear-storage'`);
  const other = app.server.jobs.runDue();
  await until(
    async () => (await app.database.pool.query(`SELECT FROM sys_job WHERE kind = 'clear-storage' AND state = 'done'`)).rowCount === 1,
  );
  removes = () => Promise.reject(new Error('The store is away'));
  goOn();
  await Promise.all([made, other]);
  expect(await objects()).toBe(1);
  removes = undefined;
  // Everything that waits for some minutes becomes due.
  await app.database.pool.query(`UPDATE sys_storage_trash SET due_time = now()`);
  await app.database.pool.query(`UPDATE sys_job SET run_time = now() WHERE state = 'waiting'`);
  await runJob(app, 'sweep-storage');
  expect(await objects()).toBe(0);
});
