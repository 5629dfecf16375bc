import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExportRecord } from '@back-office/contract/calls/export.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { folderStorage } from '../../platform/storage/folder-storage.ts';
import { until } from '../../testing/until.ts';

/* A background export of many rows is held while its file is being made. */
let folder: string;
let app: TestApp;
let admin: string;
let [begun, goOn] = [false, (): void => undefined];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'back-office-exports-'));
  const storage = await folderStorage(folder);
  const held = new Promise<void>((resolve) => (goOn = resolve));
  app = await openTestApp({
    storage: {
      ...storage,
      create: async (key) => {
        if (!begun) {
          begun = true;
          await held;
        }
        return storage.create(key);
      },
    },
  });
  admin = await app.admin();
});
afterAll(async () => {
  await app.drop();
  await rm(folder, { recursive: true, force: true });
});

const asked = async (resource: string): Promise<string> => (await app.call(admin, 'POST', `${resource}/export`)).data.id;
const stateOf = async (id: string) =>
  (await app.call<ExportRecord[]>(admin, 'GET', 'sys/export/select-exports')).data.find((one) => one.id === id)?.state;

it('a background export of few rows does not wait behind one of many rows', async () => {
  // Many according to the stored row count.
  await app.database.pool.query("INSERT INTO sys_row_count (table_name, rows) VALUES ('sys_log_opt', 30000)");
  const large = await asked('sys/log-opt');
  const runs = [app.server.jobs.runDue()];
  try {
    await until(() => begun);
    const small = await asked('sys/dict');
    runs.push(app.server.jobs.runDue());
    await until(async () => (await stateOf(small)) === 'done');
    expect(await stateOf(large)).toBe('running');
  } finally {
    goOn();
    await Promise.all(runs);
  }
  expect(await stateOf(large)).toBe('done');
});
