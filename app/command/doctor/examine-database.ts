import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { missingChoices } from '@back-office/server/office/check-database.ts';
import { waitingRecords } from '@back-office/server/office/office-features.ts';
import { runningNodes, verifyBesideOthers } from '@back-office/server/identity/two-factor/check-app-secret.ts';
import { requireDeclared } from '@back-office/server/office/require-declared.ts';
import type { Database } from '@back-office/server/platform/database/database.ts';
import { absentModules, checkHistory } from '@back-office/server/platform/database/check-history.ts';
import { tableWarnings } from '@back-office/server/office/table-warnings.ts';
import { openDatabase } from '@back-office/server/platform/database/open-database.ts';
import { readMigrations } from '@back-office/server/platform/database/read-migrations.ts';
import { requestSnapshot } from '@back-office/server/platform/database/request-snapshot.ts';
import type { Row } from '@back-office/server/platform/database/tables.ts';
import { commandLine } from '@back-office/server/platform/command-line.ts';
import type { Settings } from '@back-office/server/platform/settings.ts';
import { checkStorageOwner, openUncheckedStorage } from '@back-office/server/platform/storage/open-storage.ts';
import pino from 'pino';
import { requireOwnDataDir } from '../../backup/check-data-dir.ts';
import { office } from '../../office.ts';
import { modules } from '../../server/modules.ts';
import { fail, type Finding, ok, warn } from './finding.ts';
import { noStorage } from './nothing-behind.ts';

/** Whether a start would accept the database. Nothing is written; a running embedded database is examined in a copy. */
export async function* examineDatabase(settings: Settings): AsyncGenerator<Finding> {
  if (settings.databaseUrl === undefined && !existsSync(join(settings.dataDir, 'database'))) {
    yield ok('database', 'none yet: the first start makes an embedded one in DATA_DIR');
    return;
  }
  let snapshot;
  let database: Database | undefined;
  try {
    if (settings.databaseUrl === undefined) requireOwnDataDir(settings.dataDir);
    snapshot = settings.databaseUrl === undefined ? await requestSnapshot(settings.dataDir) : undefined;
    const dataDir = snapshot?.dataDir ?? settings.dataDir;
    const log = pino({ level: 'silent' });
    database = await openDatabase({
      url: settings.databaseUrl,
      dataDir,
      timeZone: settings.timeZone,
      liveBus: settings.liveBus,
      log,
      waitMs: 0,
    });
    yield* examineOpen(database, settings, snapshot !== undefined);
  } catch (error) {
    yield fail('database', error);
  } finally {
    await database?.close();
    snapshot?.end();
  }
}

async function* examineOpen(database: Database, settings: Settings, isRunning: boolean): AsyncGenerator<Finding> {
  const { pool, kind } = database;
  const { rows } = await pool.query<{ version: string; ahead: string; history: string | null }>(
    `select current_setting('server_version') as version, extract(epoch from clock_timestamp()) * 1000 - $1 as ahead,
      to_regclass('schema_migration')::text as history`,
    [Date.now()],
  );
  const { version = '', ahead = '0', history = null } = rows[0] ?? {};
  yield ok('database', `${kind === 'embedded' ? `embedded${isRunning ? ', in use by a running server' : ''}, ` : ''}PostgreSQL ${version}`);
  const seconds = Math.round(Number(ahead) / 1000);
  yield Math.abs(seconds) > 2
    ? warn(
        'clock',
        `the database's clock is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} this machine's: let both follow the same time server`,
      )
    : ok('clock', "the database's and this machine's agree");
  const isMigrated = yield* examineMigrations(database, history !== null);
  if (isMigrated) yield* examineMigrated(database, settings);
}

/** True if nothing is left to migrate, so that the rest can be checked. */
async function* examineMigrations({ pool }: Database, hasHistory: boolean): AsyncGenerator<Finding, boolean> {
  const migrations = await readMigrations(modules);
  const { rows } = hasHistory
    ? await pool.query<Row<'schema_migration', 'name' | 'checksum'>>('select name, checksum from schema_migration')
    : { rows: [] };
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  try {
    checkHistory(applied, modules, migrations, { what: 'The database' });
  } catch (error) {
    yield fail('migrations', error);
    return false;
  }
  for (const { module, last } of absentModules(applied, modules))
    yield warn(
      'modules',
      `the database holds data of the module ${module} (up to ${last}), which is not here: it stays; set OFFICE to see it again`,
    );
  const pending = migrations.filter(({ name }) => !applied.has(name)).map(({ name }) => name);
  if (pending.length > 0) {
    const shown = pending.length > 3 ? `${pending.length} of them, ${pending[0] ?? ''} first` : pending.join(', ');
    yield warn('migrations', `to be applied at the next start: ${shown}; back up first (${commandLine('backup', '<file>')})`);
    return false;
  }
  yield ok('migrations', `all ${migrations.length} applied`);
  return true;
}

/** The checks of a start on a migrated database, with the same functions. */
async function* examineMigrated({ db }: Database, settings: Settings): AsyncGenerator<Finding> {
  const hasFolder = settings.s3 !== undefined || existsSync(join(settings.dataDir, 'files'));
  yield await findingOf('tables', 'hold all that is declared', () => requireDeclared(db, office, modules));
  if (settings.databaseUrl !== undefined) {
    const running = await runningNodes(db);
    yield ok('nodes', running.length === 0 ? 'none of this database runs' : `of this database run: ${running.join(', ')}`);
  }
  yield await findingOf('APP_SECRET', 'is the one of this database', () => verifyBesideOthers(db, settings));
  yield await findingOf('files', 'are those of this database', async () => {
    const storage = hasFolder ? await openUncheckedStorage(settings) : noStorage;
    try {
      await checkStorageOwner(storage, settings, db);
    } finally {
      await storage.close();
    }
  });
  for (const sentence of await missingChoices(db, office.resources, waitingRecords(office, modules))) yield warn('dictionaries', sentence);
  for (const sentence of await tableWarnings(db, office)) yield warn('tables', sentence);
}

const findingOf = (what: string, okText: string, check: () => Promise<unknown>): Promise<Finding> =>
  check().then(
    () => ok(what, okText),
    (error: unknown) => fail(what, error),
  );
