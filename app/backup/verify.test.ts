import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openStorage } from '@back-office/server/platform/storage/open-storage.ts';
import { pdfOf } from '@back-office/server/testing/file-samples.ts';
import { openTestApp, type TestApp } from '../testing/server/test-app.ts';
import { sendFile } from '../testing/server/uploads.ts';
import { backUp } from './backup.ts';
import { longTransaction } from './long-transaction.ts';
import { readTables } from './read-tables.ts';
import { Tally } from './tally.ts';
import { tallyTables } from './tally-tables.ts';
import { verify } from './verify.ts';

let app: TestApp;
let folder: string;
let whole: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'back-office-verify-'));
  app = await openTestApp();
  const admin = await app.admin();
  const storage = await openStorage({ s3: undefined, dataDir: app.database.dataDir }, app.database.db);
  await app.database.pool.query(
    "insert into sys_org (id, org_name, org_code, org_status) values (gen_random_uuid(), $1, 'verified1', '正常')",
    ['一\n"\\\t🙂\r'],
  );
  await sendFile(app, admin, { bytes: pdfOf(3000), name: 'a.pdf' });
  const path = join(folder, 'whole.tar.gz');
  await backUp({ database: app.database, storage, version: '7.7.7' }, path);
  whole = await readFile(path);
});
afterAll(async () => {
  await app.drop();
  await rm(folder, { recursive: true });
});

async function verified(bytes: Buffer): Promise<string> {
  const path = join(folder, 'tried.tar.gz');
  await writeFile(path, bytes);
  return verify(path).then(
    ({ manifest }) => `whole, of ${manifest.version}`,
    (error: Error) => `${error.name}: ${error.message}`,
  );
}

it('counts and hashes a backup to its end, and refuses one that is not whole, with the reason', async () => {
  const unpacked = gunzipSync(whole);
  const change = (from: string, to: string): Buffer => {
    const bytes = Buffer.from(unpacked);
    bytes.write(to, bytes.indexOf(from));
    return gzipSync(bytes, { level: 1 });
  };
  expect(await verified(whole)).toBe('whole, of 7.7.7');
  expect(await verified(change('verified1', 'verified2'))).toMatch(/^StartError: .* is damaged: sys_\w+ are not what it says they are\.$/);
  expect(await verified(change('%PDF-', '%PDF_'))).toMatch(/^StartError: .* is damaged: objects are not /);
  expect(await verified(gzipSync(unpacked.subarray(0, unpacked.length >> 1)))).toMatch(/^StartError: .*not whole/);
  expect(await verified(whole.subarray(0, whole.length >> 1))).toMatch(/^StartError: .*not whole/);
  expect(await verified(Buffer.from('no archive'))).toMatch(/^StartError: .*no backup/);
});

it('a backup is dated by the clock of the database, as its name is, and not by that of the machine that makes it', async () => {
  const [path, before] = [join(folder, 'dated.tar.gz'), Date.now()];
  const storage = await openStorage({ s3: undefined, dataDir: app.database.dataDir }, app.database.db);
  vi.useFakeTimers({ now: before - 30 * 86_400_000, toFake: ['Date'] });
  await backUp({ database: app.database, storage, version: '7.7.7' }, path);
  vi.useRealTimers();
  const { manifest } = await verify(path);
  expect(manifest.createTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(Math.abs(Date.parse(manifest.createTime) - before)).toBeLessThan(60_000);
});

it('one command verifies a backup without asking a database', async () => {
  const path = join(folder, 'whole.tar.gz');
  const env = { ...process.env, DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none', DATA_DIR: join(folder, 'none') };
  const command = [join(import.meta.dirname, 'main.ts'), 'backup', '--verify', path];
  const { stdout } = await promisify(execFile)(process.execPath, command, { env });
  expect(stdout).toMatch(/whole\.tar\.gz is whole: \d+ rows of \d+ tables and 2 files, made by version 7\.7\.7 at 20/);
});

it('the database counts and hashes its rows exactly as the archive reader does', async () => {
  const [tally, tallied] = await longTransaction(app.database, 'reading', async (client) => {
    const read = new Tally();
    const reading = readTables(client, read);
    while ((await reading.next()).done !== true);
    return [read.result(), await tallyTables(client)] as const;
  });
  expect(tallied).toEqual(tally);
  expect(tallied['sys_district']?.count).toBeGreaterThan(3000);
});
