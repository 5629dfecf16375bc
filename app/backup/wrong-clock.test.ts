import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { JobContext } from '@back-office/server/platform/jobs/job-kind.ts';
import { recordScheduled, selectLastBackup } from '@back-office/server/platform/metrics/scheduled-backups.ts';
import { readSettings } from '@back-office/server/platform/settings.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { scheduledBackup } from '../server/scheduled-backup.ts';
import { openTestDatabase, type TestDatabase } from '../testing/server/test-database.ts';

/* Clocks are set, and the time zone of the settings may change: the order of backups is that in which they were made. */
const day = 86_400_000;
let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'back-office-wrong-clock-'));
});
afterEach(async () => {
  vi.useRealTimers();
  await database.pool.query('DELETE FROM sys_backup');
  await rm(folder, { recursive: true });
});

type Command = NonNullable<Parameters<typeof scheduledBackup>[3]>;
const write: Command = async (args) => {
  if (!args.includes('--verify')) await writeFile(args.at(-1) ?? '', 'x');
};

/** The name of the backup that the job makes: an archive that nobody reads. */
async function run(more: Record<string, string> = {}, command: Command = write): Promise<string> {
  const given = { DATA_DIR: database.dataDir, BACKUP_DIR: folder, BACKUP_KEEP: '2', ...more };
  const [job] = scheduledBackup(database.db, readSettings(given), given, command);
  const { signal } = new AbortController();
  const context: JobContext = { id: '1', payload: undefined, ownerId: null, attempt: 1, signal, progress: () => undefined };
  const { file } = (await (job ?? expect.fail('there is no job')).run(context)) as { file: string };
  return basename(file);
}

async function put(backupName: string, made: number): Promise<string> {
  await writeFile(join(folder, backupName), '');
  const madeTime = new Date(made).toISOString();
  await recordScheduled(database.db, [{ backupName, backupFile: join(folder, backupName), madeTime, isIncomplete: false }]);
  return backupName;
}

it('a new backup remains though earlier ones were made while the clock was ahead, and then these are removed one by one', async () => {
  const [one, other] = [
    await put('back-office-20990101-023000-aaaaaa.tar.gz', Date.now() + 365 * day),
    await put('back-office-20990102-023000-bbbbbb.tar.gz', Date.now() + 366 * day),
  ];
  const first = await run();
  expect(await readdir(folder)).toEqual([first, other]);
  expect((await selectLastBackup(database.db))?.file).toBe(join(folder, first));
  const second = await run();
  expect((await readdir(folder)).toSorted()).toEqual([first, second].toSorted());
  expect([one, other]).not.toContain(second);
});

it('the last one is removed last though the time zone of the settings has moved to the west since', async () => {
  const east = await run({ TZ: 'Pacific/Auckland' });
  const [, west] = [await run({ TZ: 'Pacific/Honolulu' }), await run({ TZ: 'Pacific/Honolulu' })];
  const names = await readdir(folder);
  expect(names).toHaveLength(2);
  expect(names).toContain(west);
  expect(names).not.toContain(east);
});

it('is dated by the clock of the database, not by that of the node', async () => {
  if (database.kind === 'embedded') return;
  vi.useFakeTimers({ now: Date.now() - 30 * day, toFake: ['Date'] });
  await run();
  vi.useRealTimers();
  expect(Math.abs(((await selectLastBackup(database.db))?.made ?? 0) - Date.now())).toBeLessThan(60_000);
});

it('fails if what it made and verified is gone at its end', async () => {
  await expect(run({}, async () => undefined)).rejects.toThrow(/back-office-.*\.tar\.gz is gone/);
});
