import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { JobContext } from '@back-office/server/platform/jobs/job-kind.ts';
import { readSettings } from '@back-office/server/platform/settings.ts';
import { openTestApp, type TestApp } from '../testing/server/test-app.ts';
import { openTestDatabaseOnDisk, type TestDatabase } from '../testing/server/test-database.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runBackupCommand } from '../server/run-backup-command.ts';
import { scheduledBackup } from '../server/scheduled-backup.ts';

interface Place {
  readonly database: TestDatabase;
  readonly app: TestApp;
}

let folder: string;
let [one, other]: (Place | undefined)[] = [];
async function open(): Promise<Place> {
  const database = await openTestDatabaseOnDisk();
  const app = await openTestApp({ database, dataDir: database.dataDir });
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  return { database, app };
}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'back-office-shared-place-'));
  [one, other] = [await open(), await open()];
});
afterAll(async () => {
  await one?.app.drop();
  await other?.app.drop();
  await rm(folder, { recursive: true });
});

/** The name of the backup that this database's job makes. */
async function run(place: Place | undefined, command?: Parameters<typeof scheduledBackup>[3]): Promise<string> {
  const { database } = place ?? expect.fail('there is no database');
  const url = database.kind === 'embedded' ? undefined : database.pool.options.connectionString;
  const given = { ...process.env, DATA_DIR: database.dataDir, DATABASE_URL: url, BACKUP_DIR: folder, BACKUP_KEEP: '1' };
  const [job] = scheduledBackup(database.db, readSettings(given), given, command);
  const context: JobContext = {
    id: '1',
    payload: undefined,
    ownerId: null,
    attempt: 1,
    signal: new AbortController().signal,
    progress: () => undefined,
  };
  const { file } = (await (job ?? expect.fail('there is no job')).run(context)) as { file: string };
  return basename(file);
}

describe('of two databases with one place for scheduled backups', () => {
  const unfinished = '.back-office-20200101-000000.tar.gz.0123abcd.unfinished';
  const made: string[] = [];

  const list = async (): Promise<string[]> => (await readdir(folder)).toSorted();

  it('neither overwrites or removes what the other makes at the same moment, or has not finished', async () => {
    await writeFile(join(folder, unfinished), '');
    made.push(...(await Promise.all([run(one), run(other)])));
    expect(await list()).toEqual([unfinished, ...made].toSorted());
  });

  it('neither loses one that was complete when its server ended, before it was recorded', async () => {
    const ended: typeof runBackupCommand = async (...given) => {
      await runBackupCommand(...given);
      throw new Error('the server ended');
    };
    await expect(run(one, ended)).rejects.toThrow('the server ended');
    expect(await list()).toHaveLength(4);
  });

  it('each removes its own older ones, that one too', async () => {
    const newest = await run(one);
    expect(await list()).toEqual([unfinished, made[1] ?? '', newest].toSorted());
  });
});
