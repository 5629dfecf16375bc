import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Database } from '@back-office/server/platform/database/database.ts';
import { migrate } from '@back-office/server/platform/database/migrate.ts';
import type { JobContext } from '@back-office/server/platform/jobs/job-kind.ts';
import { writeLastBackup } from '@back-office/server/platform/last-backup.ts';
import { scheduledBackups, selectLastBackup } from '@back-office/server/platform/metrics/scheduled-backups.ts';
import { readSettings } from '@back-office/server/platform/settings.ts';
import { folderStorage } from '@back-office/server/platform/storage/folder-storage.ts';
import { openStorage } from '@back-office/server/platform/storage/open-storage.ts';
import { silentLog } from '@back-office/server/testing/silent-log.ts';
import { openTestDatabaseOnDisk, type TestDatabase } from '../testing/server/test-database.ts';
import { withEmptyBeside } from '../testing/server/with-empty-beside.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modules } from '../server/modules.ts';
import { scheduledBackup } from '../server/scheduled-backup.ts';
import { backUp } from './backup.ts';
import { restore } from './restore.ts';
import { verify } from './verify.ts';

/* A copy of a database holds its original's rows of backups. */
const sysMigrations = join(import.meta.dirname, '../../sys/migrations');
let original: TestDatabase;
let folder: string;
let elsewhere: string;
beforeAll(async () => {
  original = await openTestDatabaseOnDisk();
  await openStorage({ s3: undefined, dataDir: original.dataDir }, original.db);
  folder = await mkdtemp(join(tmpdir(), 'back-office-restored-copy-'));
  elsewhere = await mkdtemp(join(tmpdir(), 'back-office-elsewhere-'));
});
afterAll(async () => {
  await original.drop();
  for (const made of [folder, elsewhere]) await rm(made, { recursive: true });
});

/** The name of the backup that this database's job makes; the archive is made and verified in this process. */
async function run(database: Database, dataDir: string): Promise<string> {
  const storage = await folderStorage(join(dataDir, 'files'));
  const command: Parameters<typeof scheduledBackup>[3] = async ([, ...args]) => {
    const file = args.at(-1) ?? '';
    await (args.length > 1 ? verify(file) : backUp({ database, storage, version: '1' }, file));
  };
  const given = { DATA_DIR: dataDir, BACKUP_DIR: folder, BACKUP_KEEP: '1' };
  const [job] = scheduledBackup(database.db, readSettings(given), given, command);
  const { signal } = new AbortController();
  const context: JobContext = { id: '1', payload: undefined, ownerId: null, attempt: 1, signal, progress: () => undefined };
  const { file } = (await (job ?? expect.fail('there is no job')).run(context)) as { file: string };
  return basename(file);
}

const list = async (): Promise<string[]> => (await readdir(folder)).toSorted();

describe('a database restored from a scheduled backup', () => {
  it('counts and removes no backup of its original, until its DATA_DIR names one of them', async () => {
    const last = await run(original, original.dataDir);
    // The embedded one is initialised anew, as on another machine.
    await withEmptyBeside(
      original,
      elsewhere,
      async (copy, dataDir) => {
        await restore({ database: copy, storage: await folderStorage(join(dataDir, 'files')) }, join(folder, last));
        expect(await selectLastBackup(copy.db)).toBeUndefined();
        const own = await run(copy, dataDir);
        expect(await list()).toEqual([last, own].toSorted());
        expect((await selectLastBackup(copy.db))?.file).toBe(join(folder, own));
        // As after a restore or an upgrade of PostgreSQL in its place.
        await writeLastBackup(dataDir, { file: join(folder, last), made: Date.now() });
        const newest = await run(copy, dataDir);
        expect(await list()).toEqual([newest]);
      },
      async () => undefined,
    );
  });

  it('counts none either if a version made it that did not tell which database makes a backup', async () => {
    const migrations = join(elsewhere, 'migrations');
    const file = join(elsewhere, 'earlier.tar.gz');
    const names = (await readdir(sysMigrations)).filter((name) => name < '0217');
    for (const name of names) await cp(join(sysMigrations, name), join(migrations, name));
    await withEmptyBeside(original, elsewhere, async (earlier, dataDir) => {
      await migrate(earlier, { log: silentLog, modules: [{ name: 'sys', migrations }] });
      await earlier.pool.query(`INSERT INTO sys_backup VALUES ('a.tar.gz', '/backups/a.tar.gz', now(), NULL, false)`);
      await backUp({ database: earlier, storage: await folderStorage(join(dataDir, 'files')), version: '1' }, file);
    });
    await withEmptyBeside(original, elsewhere, async (copy, dataDir) => {
      await restore({ database: copy, storage: await folderStorage(join(dataDir, 'files')) }, file);
      await migrate(copy, { log: silentLog, modules });
      expect(await scheduledBackups(copy.db)).toEqual([]);
    });
  });
});
