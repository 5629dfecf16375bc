import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clearingLock, pauseClearing } from '@back-office/server/platform/database/pause-clearing.ts';
import { openStorage } from '@back-office/server/platform/storage/open-storage.ts';
import type { Storage } from '@back-office/server/platform/storage/storage.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../testing/server/test-database.ts';
import { backUp } from './backup.ts';

/* While a backup reads files, a connection of its own keeps every node from removing any: what is between may cut it off. */
let database: TestDatabase;
let storage: Storage;
let folder: string;
beforeAll(async () => {
  database = await openTestDatabase();
  storage = await openStorage({ s3: undefined, dataDir: database.dataDir }, database.db);
  folder = await mkdtemp(join(tmpdir(), 'back-office-lost-hold-'));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const holders = `FROM pg_locks l JOIN pg_stat_activity a USING (pid)
  WHERE l.locktype = 'advisory' AND l.objid = ${clearingLock} AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

it('a backup fails if its connection is lost meanwhile, since files may have been removed then', async ({ skip }) => {
  if (database.kind === 'embedded') skip('the backup is the only session of its copy');
  const cutting: Storage = {
    ...storage,
    size: async (key) => {
      await database.pool.query(`SELECT pg_terminate_backend(pid) ${holders}`);
      return storage.size(key);
    },
    read: (...given) => storage.read(...given),
  };
  await expect(backUp({ database, storage: cutting, version: '1' }, join(folder, 'a.tar.gz'))).rejects.toThrow(
    /^The backup was given up: the connection that keeps the servers from removing files was lost/,
  );
  expect(await readdir(folder)).toEqual([]);
});

it('the connection is never silent for long, so that nothing between takes it for idle', async ({ skip }) => {
  if (database.kind === 'embedded') skip('there is no connection');
  const hold = await pauseClearing(database, 20);
  const lastSaid = async (): Promise<string> =>
    (await database.pool.query<{ at: string }>(`SELECT a.query_start::text AS at ${holders}`)).rows[0]?.at ??
    expect.fail('there is no hold');
  const first = await lastSaid();
  await expect.poll(lastSaid).not.toBe(first);
  await hold.confirm();
  await hold.end();
});
