import { modules } from '../server/modules.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '@back-office/server/platform/database/database.ts';
import { migrate } from '@back-office/server/platform/database/migrate.ts';
import { openDatabase } from '@back-office/server/platform/database/open-database.ts';
import { folderStorage } from '@back-office/server/platform/storage/folder-storage.ts';
import { openStorage } from '@back-office/server/platform/storage/open-storage.ts';
import { silentLog } from '@back-office/server/testing/silent-log.ts';
import { openTestApp, type TestApp } from '../testing/server/test-app.ts';
import { databaseUrl, newName, onServer, testTimeZone } from '../testing/server/test-template.ts';
import { seed } from '../server/seed.ts';
import { backUp } from './backup.ts';
import { move } from './move.ts';
import { restore } from './restore.ts';

/* From one major version of PostgreSQL to another and back: `npm test -- postgres18` names a server of another version in OTHER_DATABASE_URL. */
const here = process.env['TEST_DATABASE_URL'] ?? '';
const there = process.env['OTHER_DATABASE_URL'] ?? '';
let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await openTestApp();
  folder = await mkdtemp(join(tmpdir(), 'back-office-versions-'));
});
afterAll(async () => {
  await app.drop();
  await rm(folder, { recursive: true });
});

async function withEmpty(serverUrl: string, work: (database: Database) => Promise<void>): Promise<void> {
  const name = newName('version');
  await onServer(serverUrl, `create database ${name} encoding 'UTF8' template template0`);
  const database = await openDatabase({ url: databaseUrl(serverUrl, name), dataDir: folder, timeZone: testTimeZone, log: silentLog });
  try {
    await work(database);
  } finally {
    await database.close();
    await onServer(serverUrl, `drop database ${name} with (force)`);
  }
}

const majorOf = async ({ pool }: Pick<Database, 'pool'>): Promise<number> => {
  const { rows } = await pool.query<{ version: string }>(`SELECT current_setting('server_version_num') AS version`);
  return Math.floor(Number(rows[0]?.version) / 10_000);
};

it.skipIf(there === '')(
  'a backup from either PostgreSQL version restores into the other, which starts with it unchanged',
  async ({ skip }) => {
    const storage = await openStorage({ s3: undefined, dataDir: app.database.dataDir }, app.database.db);
    const [first, second] = [join(folder, 'first.tar.gz'), join(folder, 'second.tar.gz')];
    const made = await backUp({ database: app.database, storage, version: '1' }, first);
    await withEmpty(there, async (other) => {
      if ((await majorOf(other)) === (await majorOf(app.database))) skip('both servers are of one version');
      const place = await folderStorage(join(folder, 'there'));
      await restore({ database: other, storage: place }, first);
      await backUp({ database: other, storage: place, version: '1' }, second);
      expect(await migrate(other, { log: silentLog, modules })).toEqual([]);
      expect(await seed(other)).toEqual({});
      await withEmpty(here, async (back) => {
        const { tables } = await restore({ database: back, storage: await folderStorage(join(folder, 'back')) }, second);
        // Rows that a restore removes or recreates no longer match the source.
        const anew = /^sys_(session|secret|change|change_start)$/;
        const kept = (all: typeof tables) => Object.entries(all).filter(([name]) => !anew.test(name));
        expect(kept(tables)).toEqual(kept(made.tables));
      });
    });
  },
);

it.skipIf(there === '')('a move works in either direction between the two PostgreSQL versions', async () => {
  for (const [from, to] of [
    [here, there],
    [there, here],
  ] as const) {
    await withEmpty(from, async (source) => {
      await migrate(source, { log: silentLog, modules });
      await seed(source, { adminPassword: 'Moved-Admin-2024' });
      await withEmpty(to, async (target) => {
        // The move itself compares every row.
        const moved = await move(source, target);
        expect(moved['sys_user']?.count).toBeGreaterThan(0);
        expect(await migrate(target, { log: silentLog, modules })).toEqual([]);
      });
    });
  }
});
