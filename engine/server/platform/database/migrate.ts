import { setTimeout as wait } from 'node:timers/promises';
import type { ClientBase, PoolClient } from 'pg';
import { migratedBy, recordVersion } from './migrated-by.ts';
import { commandLine } from '../command-line.ts';
import { StartError } from '../start-error.ts';
import { advisoryHolder } from './lock-holders.ts';
import type { Database, DatabaseLog } from './database.ts';
import { findSchema, makeSchema, searchPath } from './own-schema.ts';
import { allowLongWork } from './prepare-session.ts';
import { refuseWithoutRight } from './refuse-without-right.ts';
import { absentModules, type Applied, checkHistory } from './check-history.ts';
import { type MigratedModule, readMigrations } from './read-migrations.ts';
import { type LockTimeouts, runMigration, defaultLockTimeouts, type SchemaCheck } from './run-migration.ts';
import type { Row } from './tables.ts';

/** An arbitrary constant, never changed: two servers that start at once migrate one after the other. */
const lockKey = 7_215_001;

const historyTable = `create table if not exists schema_migration (
  name text primary key, checksum text not null, applied_at timestamptz not null default now())`;

type Target = Pick<Database, 'pool' | 'kind'> & Partial<Pick<Database, 'sharesSessions'>>;

interface Options {
  readonly log: DatabaseLog;
  /** The modules whose migrations to run, in order. */
  readonly modules: readonly MigratedModule[];
  readonly timeouts?: LockTimeouts;
  /** Called within the last migration, which is rolled back if it refuses. */
  readonly check?: SchemaCheck;
}

/**
 * Brings the schema to what the code expects: runs the files `NNNN-name.sql` of each module that are not yet in
 * `schema_migration`, in order, each in its own transaction, which never keeps running servers waiting for long
 * (`run-migration.ts`). One server at a time does so, the others wait. Returns the names of the migrations it ran. The
 * tables of a module that is no longer installed stay unchanged, and the log says so.
 *
 * Throws a StartError, and changes nothing, when an applied file was changed, when the database has a migration that
 * this code does not know (a newer version made it), when another process migrates for too long, or when a migration
 * fails or leaves what `check` refuses: then the earlier ones stay, and its own changes are rolled back.
 */
export async function migrate(database: Target, { log, modules, timeouts = defaultLockTimeouts, check }: Options): Promise<string[]> {
  const migrations = await readMigrations(modules);
  if (database.sharesSessions === true) return requireMigrated(database, modules, migrations, log);
  const client = await database.pool.connect();
  let failure: unknown;
  try {
    // Building an index on a large table takes longer than a request may.
    await allowLongWork(client);
    await acquireMigrationLock(database, client, log, timeouts.turn);
    await refuseMovedSchema(client);
    await makeHistory(client);
    const applied = await readHistory(client);
    checkHistory(applied, modules, migrations, { what: 'The database', by: await migratedBy(client) });
    warnAbsentModules(applied, modules, log);
    const missing = migrations.filter(({ name }) => !applied.has(name));
    const pool = database.kind === 'embedded' ? undefined : database.pool;
    for (const migration of missing) {
      await runMigration({ client, pool, log, timeouts }, migration, migration === missing.at(-1) ? check : undefined);
      log.info({ migration: migration.name }, 'Migrated the database.');
    }
    if (missing.length > 0) await recordVersion(client);
    return missing.map(({ name }) => name);
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    await client.query('select pg_advisory_unlock_all()').catch(() => undefined);
    // Not returned to the pool: its limits were changed. Closing also releases the lock.
    client.release(failure instanceof Error ? failure : true);
  }
}

/** Migrating needs a session of its own. Throws a StartError if there is something to migrate. */
async function requireMigrated(
  { pool }: Target,
  modules: readonly MigratedModule[],
  migrations: Awaited<ReturnType<typeof readMigrations>>,
  log: DatabaseLog,
): Promise<string[]> {
  const { rows } = await pool.query<{ isMade: boolean }>(isMadeQuery);
  const applied: Applied = rows[0]?.isMade === true ? await readHistory(pool) : new Map();
  if (applied.size > 0) checkHistory(applied, modules, migrations, { what: 'The database', by: await migratedBy(pool) });
  const missing = migrations.filter(({ name }) => !applied.has(name));
  if (missing.length > 0) {
    throw new StartError(
      `The database lacks ${missing.length} migrations, which cannot be run through a pooler that shares connections: run ${commandLine('migrate')} ` +
        'with PostgreSQL itself in DATABASE_URL, and start this server again.',
    );
  }
  warnAbsentModules(applied, modules, log);
  return [];
}

const isMadeQuery = `select to_regclass('schema_migration') is not null as "isMade"`;
const retryIntervalMs = 250;

/** Takes the lock under which one server at a time migrates. Retried instead of waiting, since a waiting statement would hold a snapshot. */
async function acquireMigrationLock({ pool, kind }: Target, client: PoolClient, log: DatabaseLog, turnMs: number): Promise<void> {
  const begin = performance.now();
  for (let isLogged = false; ;) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [lockKey]);
    if (rows[0]?.mine === true) return;
    const holder = kind === 'embedded' ? '' : await advisoryHolder(pool, lockKey);
    if (performance.now() - begin > turnMs) {
      throw new StartError(
        `The database has been worked on for longer than ${Math.round(turnMs / 1000)} s, by ${holder || 'another process'}, which migrates or ` +
          'restores it: start this server again when that is done.',
      );
    }
    if (!isLogged) log.info({ holder }, 'Another process migrates or restores the database; this one waits for it.');
    isLogged = true;
    await wait(retryIntervalMs);
  }
}

/**
 * Keeps every other process from changing the schema until the caller's transaction ends. A StartError names the one
 * that already does so, such as another restore.
 */
export async function claimSchema(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [lockKey]);
  if (rows[0]?.mine === true) return;
  const holder = await advisoryHolder(client, lockKey);
  throw new StartError(
    `The database is being restored or migrated already, by ${holder || 'another process'}: wait until that is done, or end it first.`,
  );
}

/**
 * Creates, in an empty database, the schema that the given migrations made elsewhere, in the caller's transaction, for
 * rows that are copied there; the names of the migrations come with the rows. Throws a StartError as `migrate` does for
 * unknown ones, and for those of a module that is not among these, naming the module.
 */
export async function rebuildSchema(client: ClientBase, applied: Applied, modules: readonly MigratedModule[]): Promise<void> {
  const migrations = await readMigrations(modules);
  const [absent] = absentModules(applied, modules);
  if (absent !== undefined) {
    throw new StartError(
      `What is to be put there holds the module ${absent.module} up to ${absent.last}, and there is no such module here: ` +
        'set OFFICE to the folder of the office that has it, and do this again.',
    );
  }
  checkHistory(applied, modules, migrations, { what: 'What is to be put there' });
  await claimSchema(client);
  await makeSchema(client);
  await client.query(historyTable);
  for (const { name, sql } of migrations) if (applied.has(name)) await client.query(sql);
}

/** A module that was uninstalled leaves its tables and rows; the log of each start without it says so. */
function warnAbsentModules(applied: Applied, modules: readonly MigratedModule[], log: DatabaseLog): void {
  for (const { module, last } of absentModules(applied, modules)) {
    log.warn(
      { module, last },
      `The database holds the module ${module} up to ${last}, which this office does not have. Its data is left alone, and comes back with it.`,
    );
  }
}

/** Another server may have created the tables since this one first looked, an older version in the schema `public`. */
async function refuseMovedSchema(client: ClientBase): Promise<void> {
  const path = searchPath(await findSchema(client));
  const { rows } = await client.query<{ path: string }>(`select current_setting('search_path') as path`);
  if (rows[0]?.path !== path) throw new StartError('The database was made by another server just now: start this one again.');
}

/** Creates the table of applied migrations if it is missing. Checked first, since a user who need not create it may not be the owner. */
async function makeHistory(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ isMade: boolean }>(isMadeQuery);
  if (rows[0]?.isMade === true) return;
  try {
    await makeSchema(client);
    await client.query(historyTable);
  } catch (error) {
    await refuseWithoutRight(client, error);
    throw error;
  }
}

async function readHistory(client: Pick<ClientBase, 'query'>): Promise<Map<string, string>> {
  const { rows } = await client.query<Row<'schema_migration', 'name' | 'checksum'>>('select name, checksum from schema_migration');
  return new Map(rows.map((row) => [row.name, row.checksum]));
}
