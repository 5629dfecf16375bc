import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import tar from 'tar-stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '@back-office/server/platform/database/open-database.ts';
import { folderStorage } from '@back-office/server/platform/storage/folder-storage.ts';
import { openStorage } from '@back-office/server/platform/storage/open-storage.ts';
import type { Storage } from '@back-office/server/platform/storage/storage.ts';
import { StartError } from '@back-office/server/platform/start-error.ts';
import { silentLog } from '@back-office/server/testing/silent-log.ts';
import { openTestApp, type TestApp } from '../testing/server/test-app.ts';
import { databaseUrl, newName, onServer, testTimeZone } from '../testing/server/test-template.ts';
import { backUp } from './backup.ts';
import { readArchive } from './read-archive.ts';
import { restore } from './restore.ts';
import { withEmptyBeside } from '../testing/server/with-empty-beside.ts';

/* Archives that cannot be restored: the message names the cause and the cure. */
const serverUrl = process.env['TEST_DATABASE_URL'] ?? '';
let app: TestApp;
let folder: string;
let whole: Buffer;
beforeAll(async () => {
  app = await openTestApp();
  folder = await mkdtemp(join(tmpdir(), 'back-office-refused-'));
  const path = join(folder, 'whole.tar.gz');
  const storage = await openStorage({ s3: undefined, dataDir: app.database.dataDir }, app.database.db);
  await backUp({ database: app.database, storage, version: '1' }, path);
  whole = await readFile(path);
});
afterAll(async () => {
  await app.drop();
  await rm(folder, { recursive: true });
});

const path = (name: string): string => join(folder, name);
const again = 'copy it once more from where it was made, or take another backup.';

async function tarOf(entries: Readonly<Record<string, string>>): Promise<Buffer> {
  const pack = tar.pack();
  for (const [name, content] of Object.entries(entries)) pack.entry({ name }, content);
  pack.finalize();
  return gzipSync(await buffer(pack));
}

/** The error of reading a file with these bytes to its end. */
async function refusalOf(bytes: Buffer): Promise<string> {
  await writeFile(path('tried'), bytes);
  try {
    const archive = await readArchive(path('tried'));
    for await (const batch of archive.batches()) expect(batch.rows.length).toBeGreaterThan(0);
    for await (const { bytes: content } of archive.objects()) for await (const block of content) expect(block.length).toBeGreaterThan(0);
    await archive.summary();
    return 'It was read.';
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return error.message.replace(path('tried'), 'X');
  }
}

it('refuses an archive whose last bytes arrive late with a wrong checksum', async () => {
  const changed = Buffer.from(whole);
  changed.writeUInt32LE(7, changed.length - 8);
  const read = () =>
    Readable.from(
      (async function* () {
        yield changed.subarray(0, -8);
        await wait(300);
        yield changed.subarray(-8);
      })(),
    );
  const archive = await readArchive({ name: 'X', read, create: () => Promise.reject(new Error('It is read only.')) });
  for await (const batch of archive.batches()) expect(batch.rows.length).toBeGreaterThan(0);
  for await (const { bytes } of archive.objects()) for await (const block of bytes) expect(block.length).toBeGreaterThan(0);
  await expect(archive.summary()).rejects.toThrow('The file X is damaged (incorrect data check)');
});

it('refuses a broken archive, and says what is wrong with it', async () => {
  const manifest = JSON.stringify({ format: 1, version: '1', createTime: 'x', migrations: {} });
  const changed = Buffer.from(whole);
  changed.writeUInt32LE(7, changed.length - 8);
  expect(await refusalOf(whole)).toBe('It was read.');
  expect(await refusalOf(Buffer.from('no archive'))).toBe(
    'The file X is no backup: it does not begin as a .tar.gz does. Give one that npm run backup made.',
  );
  expect(await refusalOf(await tarOf({ 'a.txt': 'a' }))).toBe('The file X is no backup of this server: give one that npm run backup made.');
  expect(await refusalOf(await tarOf({ 'manifest.json': '{"format":' }))).toBe(
    `The file X is damaged (it holds something else than a backup): ${again}`,
  );
  expect(await refusalOf(await tarOf({ 'manifest.json': '{"format":2}' }))).toMatch(/: restore it with the version that made it\.$/);
  expect(await refusalOf(await tarOf({ 'manifest.json': manifest, 'summary.json': '{}' }))).toBe(
    `The file X is damaged (its summary is none): ${again}`,
  );
  for (const cut of [await tarOf({ 'manifest.json': manifest }), whole.subarray(0, whole.length >> 1), whole.subarray(0, 100)])
    expect(await refusalOf(cut)).toBe(`The file X is not whole, it was cut off: ${again}`);
  expect(await refusalOf(changed)).toBe(`The file X is damaged (incorrect data check): ${again}`);
  await expect(readArchive(path('none'))).rejects.toThrow(`There is no file ${path('none')}: give the path of a backup.`);
  await mkdir(path('folder'));
  await expect(readArchive(path('folder'))).rejects.toThrow(`${path('folder')} is a folder: give the path of a backup.`);
});

it.skipIf(serverUrl === '')('refuses rows that no table accepts, and a second concurrent restore, while the first continues', async () => {
  const name = newName('refused');
  await onServer(serverUrl, `create database ${name} encoding 'UTF8' template template0`);
  const database = await openDatabase({ url: databaseUrl(serverUrl, name), dataDir: folder, timeZone: testTimeZone, log: silentLog });
  const restoreFrom = async (file: string, place: string) => restore({ database, storage: await folderStorage(path(place)) }, path(file));
  try {
    const unpacked = gunzipSync(whole).toString('latin1');
    await writeFile(path('rows'), gzipSync(Buffer.from(unpacked.replace('"create_time":"2', '"create_time":"x'), 'latin1')));
    await expect(restoreFrom('rows', 'files-1')).rejects.toThrow(
      `Nothing was kept: the file ${path('rows')} is damaged, for it holds what its tables do not take (invalid input syntax for type timestamp`,
    );
    const [one, other] = await Promise.allSettled([restoreFrom('whole.tar.gz', 'files-2'), restoreFrom('whole.tar.gz', 'files-3')]);
    expect([one.status, other.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = [one, other].find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    expect(refused.reason).toBeInstanceOf(StartError);
    expect((refused.reason as Error).message).toMatch(
      /^The database is being restored or migrated already, by process \d+ \(back-office, .*: wait until that is done, or end it first\.$/,
    );
  } finally {
    await database.close();
    await onServer(serverUrl, `drop database ${name} with (force)`);
  }
});

it('reports both that the file storage is full and that its files could not be removed', async () => {
  const place = await folderStorage(path('full'));
  const full: Storage = {
    ...place,
    create: async (key) => {
      const object = await place.create(key);
      return { ...object, write: () => Promise.reject(Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })) };
    },
    remove: () => Promise.reject(new Error('The place is away')),
  };
  await withEmptyBeside(app.database, folder, async (database) => {
    await expect(restore({ database, storage: full }, path('whole.tar.gz'))).rejects.toThrow(
      'Nothing was kept: there is no space left (ENOSPC: no space left on device). Make room, and restore again. ' +
        'Of the files that were put there 1 could not be removed, such as store-id: empty the place before you restore again.',
    );
  });
});

it('leaves the files in their place if the database kept the rows and could not say so', async () => {
  const place = await folderStorage(path('kept'));
  await withEmptyBeside(app.database, folder, async (database) => {
    database.pool.on('acquire', (client) => {
      const query = client.query.bind(client) as (...asked: unknown[]) => unknown;
      const lose = (): never => {
        throw new Error('Connection terminated unexpectedly');
      };
      // Not async: rows are copied by a query that is a stream.
      const losing = (...asked: unknown[]) => (asked[0] === 'COMMIT' ? Promise.resolve(query(...asked)).then(lose) : query(...asked));
      Object.assign(client, { query: losing });
    });
    await expect(restore({ database, storage: place }, path('whole.tar.gz'))).rejects.toThrow(
      'It is not known whether the database kept the rows (Connection terminated unexpectedly): the files are in their place. ' +
        'If the database has tables now, everything is restored. If not, empty the place for files, and restore again.',
    );
    const { rows } = await database.pool.query<{ users: number }>('SELECT count(*)::int AS users FROM sys_user');
    expect(rows[0]?.users).toBeGreaterThan(0);
    expect(await place.size('store-id')).toBeGreaterThan(0);
  });
});
