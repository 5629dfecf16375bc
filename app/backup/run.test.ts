import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLastBackup, writeLastBackup } from '@back-office/server/platform/last-backup.ts';
import { StartError } from '@back-office/server/platform/start-error.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DamagedArchive } from '../archives/damaged-archive.ts';
import { explainRestoreError } from './explain-restore-error.ts';
import { run } from './run.ts';
import { writeArchive } from './write-archive.ts';

/* What the commands report and refuse before they connect to a database: there is none at these addresses. */
let folder: string;
let DATA_DIR: string;
const DATABASE_URL = 'postgres://nobody@127.0.0.1:9/none';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'back-office-run-'));
});
afterAll(() => rm(folder, { recursive: true }));

let said = '';
beforeEach(async () => {
  said = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((said += String(text)), true));
  DATA_DIR = await mkdtemp(join(folder, 'data-'));
});

/** A complete archive without content. */
async function emptyArchive(
  name: string,
  { createTime = 'then', ...more }: { createTime?: string; missingObjects?: number } = {},
): Promise<string> {
  const file = join(folder, name);
  const archive = await writeArchive(file);
  const manifest = { format: 1, version: '7', createTime, migrations: {}, modules: { sys: '0042-a', acme: 'acme/0001-b' } };
  await archive.addText('manifest.json', JSON.stringify(manifest));
  const objects = { objects: { count: 0, hash: '0'.repeat(64) } };
  await archive.addText('summary.json', JSON.stringify({ tables: {}, objects, sequences: [], ...more }));
  await archive.close();
  return file;
}

describe('refuses', () => {
  it.each([
    [[]],
    [['backup']],
    [['backup', '--verify']],
    [['backup', '--list', 'a']],
    [['backup', 'a', 'b']],
    [['restore']],
    [['move']],
    [['migrate', 'now']],
    [['compress', 'a']],
  ])('%j, and prints the usage', async (args) => {
    await expect(run(args, { DATA_DIR })).rejects.toThrow(/^Usage: npm run backup -- <file>, .*npm run open-password -- <hours>$/);
  });

  it.each([['backup', 'a'], ['restore', 'a'], ['move', DATABASE_URL], ['migrate'], ['open-password']])(
    '%s in the data folder of another user',
    async (...args) => {
      vi.spyOn(process, 'getuid').mockReturnValue(4711);
      await expect(run(args, { DATA_DIR, DATABASE_URL })).rejects.toThrow(`${DATA_DIR} (DATA_DIR) belongs to user`);
    },
  );

  it.each([
    ['backup', 'none.tar.gz'],
    ['move', DATABASE_URL],
  ])('%s of a folder without an embedded database, and creates none there', async (command, argument) => {
    await expect(run([command, argument], { DATA_DIR })).rejects.toThrow(`There is no embedded database in ${DATA_DIR} (DATA_DIR)`);
    expect(await readdir(DATA_DIR)).toEqual([]);
  });

  it('a move of a database that is not embedded', async () => {
    await expect(run(['move', DATABASE_URL], { DATA_DIR, DATABASE_URL })).rejects.toThrow('DATABASE_URL is set: move copies the embedded');
  });
});

it('refuses a move to an address that is not PostgreSQL before opening the database', async () => {
  await mkdir(join(DATA_DIR, 'database'));
  await expect(run(['move', 'mysql://nobody@127.0.0.1/none'], { DATA_DIR })).rejects.toThrow(/^DATABASE_URL must /);
});

describe('--verify', () => {
  it('reports what the archive contains, and the modules it was made with', async () => {
    const file = await emptyArchive('whole.tar.gz');
    await run(['backup', '--verify', file], { DATA_DIR, DATABASE_URL });
    expect(said).toBe(
      `${file} is whole: 0 rows of 0 tables and 0 files, made by version 7 at then (sys up to 0042-a, acme up to acme/0001-b).\n`,
    );
    expect(await readLastBackup(DATA_DIR)).toBeUndefined();
  });

  it('passes or fails by what it reads alone, whatever this clock says, and says that a time is yet to come', async () => {
    const next = new Date(Date.now() + 365 * 86_400_000).toISOString();
    await run(['backup', '--verify', await emptyArchive('ahead.tar.gz', { createTime: next })], { DATA_DIR, DATABASE_URL });
    expect(said).toContain(` at ${next} (sys`);
    expect(said).toMatch(/\nBy the clock of this machine that is yet to come: .* nothing that was compared depends on it\.\n$/);
  });

  it('says that a backup lacks files', async () => {
    await run(['backup', '--verify', await emptyArchive('lacks.tar.gz', { missingObjects: 3 })], { DATA_DIR, DATABASE_URL });
    expect(said).toMatch(/ is whole: .*\nIt lacks 3 files that its database names\.\n$/);
  });

  it('records the verification for the servers if it read the last backup, wherever that file is now', async () => {
    const file = await emptyArchive('last.tar.gz');
    const last = { file: '/elsewhere/last.tar.gz', made: 1 };
    await writeLastBackup(DATA_DIR, last);
    await run(['backup', '--verify', await emptyArchive('older.tar.gz')], { DATA_DIR, DATABASE_URL });
    expect(await readLastBackup(DATA_DIR)).toEqual(last);
    await run(['backup', '--verify', file], { DATA_DIR, DATABASE_URL });
    expect(await readLastBackup(DATA_DIR)).toEqual({ ...last, verified: expect.closeTo(Date.now(), -5) });
  });
});

describe('--list', () => {
  it('lists the archives in the configured folder, the newest by what it says first, and those that lack files', async () => {
    const BACKUP_DIR = join(folder, 'backups');
    await mkdir(BACKUP_DIR);
    await emptyArchive('backups/c-20200101.tar.gz', { createTime: '2026-11-23T02:30:00.000Z' });
    await emptyArchive('backups/a-20991231.tar.gz', { createTime: '2026-11-21T02:30:00.000Z' });
    await emptyArchive('backups/b-20260102.tar.gz', { createTime: '2026-11-22T02:30:00.000Z' });
    for (const name of ['d.tar.gz', '.b-20260103.tar.gz.0a.unfinished', 'notes.txt']) await writeFile(join(BACKUP_DIR, name), '');
    await writeLastBackup(DATA_DIR, { file: 'x', made: 1, incomplete: ['a-20991231.tar.gz'] });
    await run(['backup', '--list'], { DATA_DIR, BACKUP_DIR });
    expect(said.split('\n')).toEqual([
      `${BACKUP_DIR}/c-20200101.tar.gz\t2026-11-23T02:30:00.000Z`,
      `${BACKUP_DIR}/b-20260102.tar.gz\t2026-11-22T02:30:00.000Z`,
      `${BACKUP_DIR}/a-20991231.tar.gz\t2026-11-21T02:30:00.000Z, lacks files that its database names`,
      expect.stringMatching(/\/d\.tar\.gz\tcannot be used: The file .* is not whole/),
      '',
    ]);
  });

  it('names the settings to set when no backup place is configured', async () => {
    await expect(run(['backup', '--list'], { DATA_DIR })).rejects.toThrow('BACKUP_DIR or BACKUP_S3_BUCKET must be set');
  });
});

describe('the error that stopped a restore', () => {
  const errorOf = (code: string, message = 'as it says'): Error => Object.assign(new Error(message), { code });
  it.each<[string, Error, string]>([
    [
      'a value that does not fit its column type',
      errorOf('22007'),
      'the file X is damaged, for it holds what its tables do not take (as it says).',
    ],
    ['a row that violates a constraint', errorOf('23503'), 'the file X is damaged, for it holds what its tables do not take (as it says).'],
    [
      'a row that is not JSON',
      new SyntaxError('as it says'),
      'the file X is damaged, for it holds what its tables do not take (as it says).',
    ],
    ['a full disk of this machine', errorOf('ENOSPC'), 'there is no space left (as it says). Make room, and restore again.'],
    ['an exceeded disk quota', errorOf('EDQUOT'), 'there is no space left (as it says). Make room, and restore again.'],
    ['a full disk of the database', errorOf('53100'), 'there is no space left (as it says). Make room, and restore again.'],
    ['a database that shuts down', errorOf('57P01'), 'the database did not go on (as it says). See its log, and restore again.'],
    ['a connection that is reset', errorOf('ECONNRESET'), 'the database did not go on (as it says). See its log, and restore again.'],
  ])('is explained to the operator: %s', (_what, error, sentence) => {
    const explained = explainRestoreError(error, 'X');
    expect(explained).toBeInstanceOf(StartError);
    expect(explained).toMatchObject({ message: expect.stringContaining(`Nothing was kept: ${sentence}`) as string, cause: error });
  });

  it.each<[string, unknown]>([
    ['a damaged archive, which is explained already', new DamagedArchive('The file X is damaged.')],
    ['a mistake in our SQL', errorOf('42703')],
    ['a thrown text', 'thrown'],
  ])('is passed on unchanged: %s', (_what, error) => {
    expect(explainRestoreError(error, 'X')).toBe(error);
  });
});
