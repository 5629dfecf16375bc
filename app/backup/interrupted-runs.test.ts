import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { JobContext } from '@back-office/server/platform/jobs/job-kind.ts';
import { removeLastBackup, writeLastBackup } from '@back-office/server/platform/last-backup.ts';
import { readSettings } from '@back-office/server/platform/settings.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { DamagedArchive } from '../archives/damaged-archive.ts';
import { BackupCommandError } from '../server/run-backup-command.ts';
import { scheduledBackup } from '../server/scheduled-backup.ts';
import { openTestDatabase, type TestDatabase } from '../testing/server/test-database.ts';

/* What counts as complete after a run that ended at any point: complete ones push older ones out. */
let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'back-office-interrupted-'));
});
afterEach(async () => {
  await removeLastBackup(database.dataDir);
  await database.pool.query('DELETE FROM sys_backup');
  await rm(folder, { recursive: true });
});

type Command = NonNullable<Parameters<typeof scheduledBackup>[3]>;
const { signal } = new AbortController();
const write: Command = async (args) => {
  if (!args.includes('--verify')) await writeFile(args.at(-1) ?? '', 'x');
};

async function run(command: Command): Promise<void> {
  const given = { DATA_DIR: database.dataDir, BACKUP_DIR: folder, BACKUP_KEEP: '2' };
  const [job] = scheduledBackup(database.db, readSettings(given), given, command);
  const context: JobContext = { id: '1', payload: undefined, ownerId: null, attempt: 1, signal, progress: () => undefined };
  await (job ?? expect.fail('there is no job')).run(context);
}

/** Of the backups that are recorded as made: each name, and whether it counts as incomplete. */
async function made(): Promise<Record<string, boolean>> {
  const { rows } = await database.pool.query<{ name: string; lacks: boolean }>(
    'SELECT backup_name AS name, is_incomplete AS lacks FROM sys_backup WHERE is_made',
  );
  return Object.fromEntries(rows.map(({ name, lacks }) => [name, lacks]));
}

it('a backup whose server ended before it was recorded counts as incomplete, unless this node knows that it is complete', async () => {
  for (const isKnown of [false, true]) {
    let left = '';
    const ended: Command = async (args) => {
      left = args.at(-1) ?? '';
      await writeFile(left, 'x');
      if (isKnown) await writeLastBackup(database.dataDir, { file: left, made: Date.now() });
      throw new Error('the server ended');
    };
    await expect(run(ended)).rejects.toThrow('the server ended');
    expect(await made()).not.toHaveProperty([basename(left)]);
    await run(write);
    expect((await made())[basename(left)]).toBe(!isKnown);
  }
});

it('a damaged backup that could not be removed never counts as complete', async () => {
  let left = '';
  const spoilt: Command = async (args) => {
    left = args.at(-1) ?? '';
    if (!args.includes('--verify')) {
      await writeFile(left, 'x');
      await writeLastBackup(database.dataDir, { file: left, made: Date.now() });
      return;
    }
    // What rm refuses, as a store does that is out of reach by then.
    await rm(left);
    await mkdir(left);
    throw new BackupCommandError('damaged', DamagedArchive.exitCode);
  };
  await expect(run(spoilt)).rejects.toThrow();
  expect(await made()).toEqual({});
  await run(write);
  expect((await made())[basename(left)]).toBe(true);
});

it('a damaged backup is removed although the database records nothing at that moment, and the damage is what is reported', async () => {
  let left = '';
  const spoilt: Command = async (args) => {
    left = args.at(-1) ?? '';
    if (!args.includes('--verify')) return writeFile(left, 'x');
    await database.pool.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'away'; END $$`);
    await database.pool.query('CREATE TRIGGER refuse BEFORE UPDATE OR DELETE ON sys_backup EXECUTE FUNCTION refuse()');
    throw new BackupCommandError('damaged', DamagedArchive.exitCode);
  };
  try {
    await expect(run(spoilt)).rejects.toThrow('damaged');
  } finally {
    await database.pool.query('DROP FUNCTION refuse CASCADE');
  }
  expect(existsSync(left)).toBe(false);
});
