import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readLastBackup, writeLastBackup } from '@back-office/server/platform/last-backup.ts';
import { newKey } from '@back-office/server/platform/storage/new-key.ts';
import { openStorage } from '@back-office/server/platform/storage/open-storage.ts';
import type { Storage } from '@back-office/server/platform/storage/storage.ts';
import { pdfOf } from '@back-office/server/testing/file-samples.ts';
import { openTestApp, type TestApp } from '../testing/server/test-app.ts';
import { openTestDatabaseOnDisk } from '../testing/server/test-database.ts';
import { sendFile } from '../testing/server/uploads.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { backUp } from './backup.ts';
import { verify } from './verify.ts';
import { readArchive } from './read-archive.ts';

/* The bytes that rows name, in a backup: those of files, and of their thumbnails. */
let app: TestApp;
let folder: string;
let storage: Storage;
let fileKey: string;
const thumbnailKey = newKey();
beforeAll(async () => {
  app = await openTestApp({ database: await openTestDatabaseOnDisk() });
  folder = await mkdtemp(join(tmpdir(), 'back-office-bytes-'));
  storage = await openStorage({ s3: undefined, dataDir: app.database.dataDir }, app.database.db);
  const { data: file } = await sendFile(app, await app.admin(), { bytes: pdfOf(9000), name: 'a.pdf' });
  const thumbnail = await storage.create(thumbnailKey);
  await thumbnail.write(Buffer.from('small'));
  await thumbnail.close();
  const { rows } = await app.database.pool.query<{ key: string }>(
    `UPDATE sys_upload u SET thumbnail_key = $2 FROM sys_file f, sys_upload_part p
     WHERE f.id = $1 AND u.id = f.sys_upload_id AND p.sys_upload_id = u.id RETURNING p.storage_key AS key`,
    [file.id, thumbnailKey],
  );
  fileKey = rows[0]?.key ?? '';
});
afterAll(async () => {
  await app.drop();
  await rm(folder, { recursive: true });
});

it('a backup contains all stored files and thumbnails', async () => {
  const path = join(folder, 'whole.tar.gz');
  expect((await backUp({ database: app.database, storage, version: '1' }, path)).missing).toEqual([]);
  const archive = await readArchive(path);
  for await (const { rows } of archive.batches()) expect(rows.length).toBeGreaterThan(0);
  const held: string[] = [];
  for await (const { key, bytes } of archive.objects()) {
    held.push(key);
    for await (const block of bytes) expect(block.length).toBeGreaterThan(0);
  }
  expect(held.toSorted()).toEqual(['store-id', fileKey, thumbnailKey].toSorted());
});

it('a backup for the trial of an upgrade, which is removed after it, is not recorded as the last one', async () => {
  const last = { file: '/backups/back-office-20261123-023000-1a2b3c.tar.gz', made: 1 };
  await writeLastBackup(app.database.dataDir, last);
  const path = join(folder, 'trial.tar.gz');
  const env = { ...process.env, DATA_DIR: app.database.dataDir, DATABASE_URL: app.database.pool.options.connectionString ?? '' };
  const args = [join(import.meta.dirname, 'main.ts'), 'backup', '--unrecorded', path];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  expect(stdout).toMatch(/^Backed up \d+ rows of \d+ tables and 3 files to /);
  expect(await readLastBackup(app.database.dataDir)).toEqual(last);
});

it('names a missing file to the operator, by a code of its own, and backs up the rest', async () => {
  await storage.remove(fileKey);
  const path = join(folder, 'rest.tar.gz');
  const env = { ...process.env, DATA_DIR: app.database.dataDir, DATABASE_URL: app.database.pool.options.connectionString ?? '' };
  const made = promisify(execFile)(process.execPath, [join(import.meta.dirname, 'main.ts'), 'backup', path], { env });
  const { code, stdout, stderr } = await made.then(
    (output) => ({ ...output, code: 0 }),
    (error: unknown) => error as { code: number; stdout: string; stderr: string },
  );
  expect(code).toBe(4);
  expect(stdout).toMatch(/^Backed up \d+ rows of \d+ tables and 2 files to /);
  expect(stderr).toBe(`1 files that the database names are not there:\n${fileKey}\n`);
  expect((await verify(path)).missingObjects).toBe(1);
});
