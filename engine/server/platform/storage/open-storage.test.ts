import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '../settings.ts';
import { openS3, type TestS3 } from '../../testing/open-s3.ts';
import { openTestDatabase, type TestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { folderStorage } from './folder-storage.ts';
import { claimStorage, openStorage, storeMarker } from './open-storage.ts';
import type { Storage } from './storage.ts';

/* What an operator is told about an unusable storage (docs/hardening.md I17, J06). */
let database: TestDatabase;
let root: string;
let s3: TestS3;
beforeAll(async () => {
  [database, root, s3] = await Promise.all([openTestDatabase(), mkdtemp(join(tmpdir(), 'back-office-stores-')), openS3()]);
});
afterAll(async () => {
  await database.drop();
  await s3.drop();
  await rm(root, { recursive: true, force: true });
});

const open = async (settings: Partial<Parameters<typeof openStorage>[0]>, { db } = database): Promise<string> => {
  try {
    await (await openStorage({ s3: undefined, dataDir: root, ...settings }, db)).close();
    return 'opened';
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
};

it('a new storage is marked, and no other is accepted afterwards: an unshared folder is found at the start', async () => {
  expect(await open({ dataDir: join(root, 'one') })).toBe('opened');
  expect(await open({ dataDir: join(root, 'one') })).toBe('opened');
  expect(await open({ dataDir: join(root, 'two') })).toMatch(
    /^StartError: The folder .*two\/files does not hold the files of this database\. /,
  );
  const other = await openTestDatabase();
  try {
    await other.pool.query(`UPDATE sys_secret SET value = '\\x00' WHERE name = 'storage'`);
    expect(await open({ dataDir: join(root, 'one') }, other)).toMatch(/^StartError: The folder .* holds the files of another database\.$/);
  } finally {
    await other.drop();
  }
});

/** Runs it with a database that has marked no storage yet, and an empty folder. */
async function withFresh(run: (fresh: TestDatabase, dataDir: string) => Promise<void>): Promise<void> {
  const fresh = await openTestDatabase();
  try {
    await run(fresh, await mkdtemp(join(root, 'fresh-')));
  } finally {
    await fresh.drop();
  }
}

it.each(['', 'half of the mark'])('a first start that was killed while it marked the storage (%j is there) goes on', (left) =>
  withFresh(async (fresh, dataDir) => {
    const { rows } = await fresh.pool.query<{ name: string }>(`SELECT encode(value, 'hex') AS name FROM sys_secret WHERE name = 'storage'`);
    const marker = join(dataDir, 'files', storeMarker);
    await mkdir(join(dataDir, 'files'));
    await writeFile(marker, left === '' ? '' : (rows[0]?.name.slice(0, 9) ?? ''));
    expect(await open({ dataDir }, fresh)).toBe('opened');
    expect(String(await readFile(marker))).toBe(rows[0]?.name);
    await writeFile(marker, left);
    expect(await open({ dataDir }, fresh), 'not once it was marked').toMatch(/^StartError: /);
  }),
);

it('a first start that was killed once the storage was marked goes on, and no other storage is accepted afterwards', () =>
  withFresh(async (fresh, dataDir) => {
    expect(await open({ dataDir }, fresh)).toBe('opened');
    await fresh.pool.query(`DELETE FROM sys_secret WHERE name = 'storage marked'`);
    expect(await open({ dataDir }, fresh)).toBe('opened');
    expect(await open({ dataDir: await mkdtemp(join(root, 'other-')) }, fresh)).toMatch(
      /^StartError: .* does not hold the files of this database/,
    );
  }));

it('a first start at a full disk leaves no mark, and the next one goes on', () =>
  withFresh(async (fresh, dataDir) => {
    const storage = await folderStorage(join(dataDir, 'files'));
    const create: Storage['create'] = async (key) => ({
      ...(await storage.create(key)),
      write: () => Promise.reject(new Error('ENOSPC: no space left on device, write')),
    });
    await expect(claimStorage({ ...storage, create }, { s3: undefined, dataDir }, fresh.db)).rejects.toThrow(
      /cannot be used for files: ENOSPC/,
    );
    expect(await storage.size(storeMarker)).toBeUndefined();
    expect(await open({ dataDir }, fresh)).toBe('opened');
  }));

it('a folder that cannot be created is named', async () => {
  await writeFile(join(root, 'taken'), '');
  expect(await open({ dataDir: join(root, 'taken') })).toMatch(/^StartError: The folder .*taken\/files cannot be used for files: /);
});

it('a missing, foreign or unreachable bucket prevents the start, and no secret is revealed', async () => {
  const unmarked = await openTestDatabase();
  try {
    for (const wrong of [
      { bucket: 'other' },
      { secretAccessKey: 'wrong-secret-77' },
      { accessKeyId: 'nobody' },
      { endpoint: 'http://127.0.0.1:9' },
    ]) {
      const heard = await open({ s3: { ...s3, ...wrong } }, unmarked);
      expect(heard).toMatch(/^StartError: The bucket [a-z-]+ at S3_ENDPOINT cannot be used for files: \S.*\.$/);
      expect(heard).not.toContain('wrong-secret-77');
    }
    expect(await open({ s3 }, unmarked)).toBe('opened');
  } finally {
    await unmarked.drop();
  }
});

describe('the settings S3_*', () => {
  const good = { S3_ENDPOINT: 'https://s3.example.com', S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret-77' };

  it('must be set together', () => {
    expect(readSettings(good).s3).toEqual({
      endpoint: 'https://s3.example.com',
      bucket: 'files',
      region: 'us-east-1',
      accessKeyId: 'id',
      secretAccessKey: 'secret-77',
    });
    for (const missing of Object.keys(good))
      expect(() => readSettings({ ...good, [missing]: '' })).toThrow(new RegExp(`^${missing} must be set where S3_[A-Z_]+ is\\.$`));
  });

  it.each([
    ['S3_ENDPOINT', 's3.example.com'],
    ['S3_ENDPOINT', 'ftp://s3.example.com'],
    ['S3_BUCKET', '../x'],
    ['S3_BUCKET', 'A'],
  ])('%s=%s is refused by name', (name, value) => {
    expect(() => readSettings({ ...good, [name]: value })).toThrow(new RegExp(`^${name} must be `));
  });
});
