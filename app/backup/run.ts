import { modules } from '../server/modules.ts';
import { basename, resolve } from 'node:path';
import type { ArchiveFile } from '../archives/archive-file.ts';
import pino from 'pino';
import { requestSnapshot } from '@back-office/server/platform/database/request-snapshot.ts';
import { migrate } from '@back-office/server/platform/database/migrate.ts';
import type { Database } from '@back-office/server/platform/database/database.ts';
import { maxOpenHours, openPassword } from '@back-office/server/identity/sign-in/password-opening.ts';
import { openDatabase } from '@back-office/server/platform/database/open-database.ts';
import { checkStorageOwner, openUncheckedStorage } from '@back-office/server/platform/storage/open-storage.ts';
import { commandLine } from '@back-office/server/platform/command-line.ts';
import { type LastBackup, readLastBackup, writeLastBackup } from '@back-office/server/platform/last-backup.ts';
import { isOfFuture, readTime } from '@back-office/server/platform/metrics/scheduled-backups.ts';
import { productVersion } from '@back-office/server/platform/product-version.ts';
import { readSettings, type Settings } from '@back-office/server/platform/settings.ts';
import { StartError } from '@back-office/server/platform/start-error.ts';
import { backUp } from './backup.ts';
import { openBackupPlace } from '../archives/open-backup-place.ts';
import { requireEmbedded, requireOwnDataDir } from './check-data-dir.ts';
import { localArchive } from '../archives/local-archive.ts';
import { listArchives } from './list-archives.ts';
import { move } from './move.ts';
import { restore } from './restore.ts';
import { IncompleteBackup } from '../archives/incomplete-backup.ts';
import { isInBucket, s3Archive } from '../archives/s3-archive.ts';
import { type Tallied, totalOf } from './tally.ts';
import { verify } from './verify.ts';

/*
 * `main.ts backup <file>`, `backup --unrecorded <file>` (for the trial of an upgrade), `backup --verify <file>`, `backup --list`, `restore <file>`,
 * `move <postgres://…>`, `migrate`: commands of an operator on all the data at once; and `open-password <hours>`, for whoever has access to the
 * machine. The database and the storage are those of the settings.
 */
const log = pino({ level: 'error' }, pino.destination(2));
const commands: Readonly<Record<string, (settings: Settings, argument: string) => Promise<void>>> = {
  backup: runBackup,
  unrecorded: (settings, file) => runBackup(settings, file, { isRecorded: false }),
  verify: runVerify,
  list: runList,
  restore: runRestore,
  move: runMove,
  migrate: runMigrate,
  'open-password': runOpenPassword,
};

/** How many missing files a backup names, and how many incomplete backups are remembered. */
const mostNamed = 1000;

/** Default arguments of commands; empty for commands that accept none. */
const defaultArguments: Readonly<Record<string, string>> = { list: '', migrate: '', 'open-password': '24' };

/** Runs the command in the arguments. */
export async function run(args: string[], environment: Readonly<Record<string, string | undefined>>): Promise<void> {
  if (args[0] === 'backup' && args[1] === '--unrecorded') args.splice(0, 2, 'unrecorded');
  if (args[0] === 'backup' && args[1] === '--verify') args.splice(0, 2, 'verify');
  if (args[0] === 'backup' && args[1] === '--list') args.splice(0, 2, 'list');
  const [name = '', argument = defaultArguments[name], ...rest] = args;
  const command = commands[name];
  if (command === undefined || argument === undefined || rest.length > 0 || (defaultArguments[name] === '' && argument !== '')) {
    throw new StartError(
      `Usage: ${[
        commandLine('backup', '<file>'),
        commandLine('backup', '--verify <file>'),
        commandLine('backup', '--list'),
        commandLine('restore', '<file>'),
        commandLine('move', 'postgres://user:password@host/name'),
        commandLine('migrate'),
        commandLine('open-password', '<hours>'),
      ].join(', ')}`,
    );
  }
  const settings = readSettings(environment);
  requireOwnDataDir(settings.dataDir);
  await command(settings, argument);
}

/** The archive that an argument names: at a path, or in a bucket. */
const archiveOf = ({ backupStore }: Settings, name: string): ArchiveFile =>
  isInBucket(name) ? s3Archive(name, backupStore) : localArchive(resolve(name));

/** Makes a backup; one that is removed soon, such as that of an upgrade's trial, is not recorded as the last one. */
async function runBackup(settings: Settings, file: string, { isRecorded = true } = {}): Promise<void> {
  const archive = archiveOf(settings, file);
  const began = Date.now();
  if (settings.databaseUrl === undefined) requireEmbedded(settings.dataDir);
  const snapshot = settings.databaseUrl === undefined ? await requestSnapshot(settings.dataDir) : undefined;
  try {
    await withDatabase(settings, snapshot?.dataDir ?? settings.dataDir, settings.databaseUrl, async (database) => {
      const clockAhead = Date.now() - (await readTime(database.db)).getTime();
      const storage = await openUncheckedStorage(settings);
      await checkStorageOwner(storage, settings, database.db);
      const { tables, objects, missing } = await backUp({ database, storage, version: productVersion }, archive);
      if (isRecorded)
        await recordMade(settings.dataDir, { file: archive.name, made: began - clockAhead, isIncomplete: missing.length > 0 });
      process.stdout.write(`Backed up ${describe(tables)} and ${totalOf(objects)} files to ${file}.\n`);
      if (missing.length > 0) {
        const named = missing.slice(0, mostNamed).join('\n');
        throw new IncompleteBackup(`${missing.length} files that the database names are not there:\n${named}`);
      }
    });
  } finally {
    snapshot?.end();
  }
}

const ofFuture = 'By the clock of this machine that is yet to come: one of two clocks is wrong; nothing that was compared depends on it.\n';

async function runVerify(settings: Settings, file: string): Promise<void> {
  const { dataDir } = settings;
  const { tables, objects, missingObjects = 0, manifest } = await verify(archiveOf(settings, file));
  const last = await readLastBackup(dataDir);
  if (last !== undefined && basename(last.file) === basename(file)) await recordBackup(dataDir, { ...last, verified: Date.now() });
  const moduleVersions = Object.entries(manifest.modules ?? {}).map(([module, last]) => `${module} up to ${last}`);
  process.stdout.write(
    `${file} is whole: ${describe(tables)} and ${totalOf(objects)} files, made by version ${manifest.version} at ${manifest.createTime}` +
      `${moduleVersions.length === 0 ? '' : ` (${moduleVersions.join(', ')})`}.\n` +
      (isOfFuture({ file, made: Date.parse(manifest.createTime) }) ? ofFuture : '') +
      (missingObjects === 0 ? '' : `It lacks ${missingObjects} files that its database names.\n`),
  );
}

/** Lists the archives at the location of the settings, each in the form that other commands accept, and what is known of it. */
async function runList(settings: Settings): Promise<void> {
  const { backup, backupStore, dataDir } = settings;
  if (backup === undefined) throw new StartError('BACKUP_DIR or BACKUP_S3_BUCKET must be set: without them there is no place to look at.');
  const place = openBackupPlace(backup.place, backupStore);
  const files = (await place.names()).filter((name) => name.endsWith('.tar.gz')).map((name) => archiveOf(settings, place.fileOf(name)));
  const { incomplete = [] } = (await readLastBackup(dataDir)) ?? {};
  for (const line of await listArchives(files, incomplete)) process.stdout.write(`${line}\n`);
}

async function runRestore(settings: Settings, file: string): Promise<void> {
  const archive = archiveOf(settings, file);
  await withDatabase(settings, settings.dataDir, settings.databaseUrl, async (database) => {
    const onUsable = (): void => {
      if (database.kind === 'postgresql')
        process.stdout.write(
          'Everything is there; a server of the same version may be started. Searching is slow until its indexes are made.\n',
        );
    };
    const { tables, objects } = await restore({ database, storage: await openUncheckedStorage(settings), onUsable }, archive);
    process.stdout.write(
      `Restored ${describe(tables)} and ${totalOf(objects)} files, each compared with the backup. Everyone signs in anew.\n`,
    );
  });
}

async function runMove(settings: Settings, url: string): Promise<void> {
  if (settings.databaseUrl !== undefined) {
    throw new StartError('DATABASE_URL is set: move copies the embedded database of DATA_DIR, so start it without DATABASE_URL.');
  }
  requireEmbedded(settings.dataDir);
  const target = readSettings({ DATABASE_URL: url, DATA_DIR: settings.dataDir }).databaseUrl;
  await withDatabase(settings, settings.dataDir, undefined, (source) =>
    withDatabase(settings, settings.dataDir, target, async (database) => {
      process.stdout.write(`Moved ${describe(await move(source, database))}, each compared.\n`);
      process.stdout.write('From now on start with DATABASE_URL set to that address. The files stay where they are.\n');
    }),
  );
}

/** Does what the first node of a new version does at its start, as a role that servers do not have (deploy/roles.sql). */
async function runMigrate(settings: Settings): Promise<void> {
  await withDatabase(settings, settings.dataDir, settings.databaseUrl, async (database) => {
    const names = await migrate(database, { log, modules });
    process.stdout.write(names.length === 0 ? 'Nothing was left to migrate.\n' : `Migrated: ${names.join(', ')}.\n`);
  });
}

/** If LOGIN_METHODS has locked everybody out but the account admin: temporarily enables the local password again. */
async function runOpenPassword(settings: Settings, hours: string): Promise<void> {
  if (!/^\d{1,3}$/.test(hours) || Number(hours) > maxOpenHours)
    throw new StartError(`Say for how many hours, from 1 to ${maxOpenHours}, or 0 to close: ${commandLine('open-password', '24')}`);
  await withDatabase(settings, settings.dataDir, settings.databaseUrl, ({ db }) => openPassword(db, Number(hours)));
  process.stdout.write(
    hours === '0'
      ? 'The local password is what LOGIN_METHODS says, from now on.\n'
      : `Everybody may sign in by the local password for ${hours} hours.\n`,
  );
}

/** Records a new backup, and which ones lack files. */
async function recordMade(dataDir: string, { isIncomplete, ...made }: LastBackup & { isIncomplete: boolean }): Promise<void> {
  const { incomplete: before = [] } = (await readLastBackup(dataDir)) ?? {};
  const incomplete = [...before, ...(isIncomplete ? [basename(made.file)] : [])].slice(-mostNamed);
  await recordBackup(dataDir, { ...made, ...(incomplete.length > 0 ? { incomplete } : {}) });
}

/** Records the backup for the page 运行状态. The backup is valid even if that fails. */
async function recordBackup(dataDir: string, backup: LastBackup): Promise<void> {
  await writeLastBackup(dataDir, backup).catch((err: unknown) => log.warn({ err }, 'The servers will not know of this backup'));
}

async function withDatabase<Result>(
  { timeZone }: Settings,
  dataDir: string,
  url: string | undefined,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase({ url, dataDir, timeZone, log });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

function describe(tables: Readonly<Record<string, Tallied>>): string {
  return `${totalOf(tables)} rows of ${Object.keys(tables).length} tables`;
}
