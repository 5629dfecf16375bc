import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ClientBase, PoolClient } from 'pg';
import { migratedBy, noteVersion } from './migrated-by.ts';
import { productVersion } from '../product-version.ts';
import { StartError } from '../start-error.ts';
import { advisoryHolder } from './lock-holders.ts';
import type { Database, DatabaseLog } from './database.ts';
import { allowLongWork } from './prepare-session.ts';
import { refuseWithoutRight } from './refuse-without-right.ts';
import { type Migration, type LockTimeouts, runMigration, defaultLockTimeouts } from './run-migration.ts';

/** Any number, the same forever: two servers that start at once migrate one after the other. */
const lockKey = 7_215_001;

const historyTable = `create table if not exists schema_migration (
  name text primary key, checksum text not null, applied_at timestamptz not null default now())`;

type Target = Pick<Database, 'pool' | 'kind'>;

interface Options {
  readonly log: DatabaseLog;
  /** Of the migrations. */
  readonly folder: string;
  readonly timeouts?: LockTimeouts;
}

/**
 * Brings the schema to what the code expects: runs the files `NNNN-name.sql` that
 * `schema_migration` does not name yet, in order, each in its own transaction, which never keeps the servers that are
 * at work waiting for long (`run-migration.ts`). One server at a time does so, the others wait. Returns the names that
 * were run.
 *
 * Throws a StartError, and changes nothing, when an applied file was changed, when the database
 * has a migration that this code does not know (a newer version made it), when another process migrates for too long,
 * or when a migration fails: then the ones before it stay, and its own changes are rolled back.
 */
export async function migrate(database: Target, { log, folder, timeouts = defaultLockTimeouts }: Options): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = await database.pool.connect();
  let failure: unknown;
  try {
    // Building an index on a large table takes longer than a request may.
    await allowLongWork(client);
    await takeTurn(database, client, log, timeouts.turn);
    await makeHistory(client);
    const applied = await readHistory(client);
    refuseForeignHistory(applied, migrations, { what: 'The database', by: await migratedBy(client) });
    const missing = migrations.filter(({ name }) => !applied.has(name));
    const pool = database.kind === 'embedded' ? undefined : database.pool;
    for (const migration of missing) {
      await runMigration({ client, pool, log, timeouts }, migration);
      log.info({ migration: migration.name }, 'Migrated the database.');
    }
    if (missing.length > 0) await noteVersion(client);
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

const askEveryMs = 250;

/** Takes the lock under which one server at a time migrates. Asked for again and again: a waiting statement would hold a snapshot. */
async function takeTurn({ pool, kind }: Target, client: PoolClient, log: DatabaseLog, turnMs: number): Promise<void> {
  const begin = performance.now();
  for (let told = false; ;) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [lockKey]);
    if (rows[0]?.mine === true) return;
    const holder = kind === 'embedded' ? '' : await advisoryHolder(pool, lockKey);
    if (performance.now() - begin > turnMs) {
      throw new StartError(
        `The database has been worked on for longer than ${Math.round(turnMs / 1000)} s, by ${holder || 'another process'}, which migrates or ` +
          'restores it: start this server again when that is done.',
      );
    }
    if (!told) log.info({ holder }, 'Another process migrates or restores the database; this one waits for it.');
    told = true;
    await wait(askEveryMs);
  }
}

/**
 * Keeps every other process from changing the schema until the caller's transaction ends. A StartError names the one that
 * does so already, such as another restore.
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
 * Makes in an empty database the schema that the given migrations made elsewhere, in the caller's transaction, for rows
 * that are brought there; their names come with the rows. `folder` is that of the migrations. Throws a StartError as `migrate` does for foreign ones.
 */
export async function rebuildSchema(client: ClientBase, applied: ReadonlyMap<string, string>, folder: string): Promise<void> {
  const migrations = await readMigrations(folder);
  refuseForeignHistory(applied, migrations, { what: 'What is to be put there' });
  await claimSchema(client);
  await client.query(historyTable);
  for (const { name, sql } of migrations) if (applied.has(name)) await client.query(sql);
}

/** Makes the table of what was applied where there is none. Nothing is asked of a user who need not make it: it may be no owner. */
async function makeHistory(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ isMade: boolean }>(`select to_regclass('schema_migration') is not null as "isMade"`);
  if (rows[0]?.isMade === true) return;
  try {
    await client.query(historyTable);
  } catch (error) {
    await refuseWithoutRight(client, error);
    throw error;
  }
}

async function readHistory(client: ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migration');
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

interface Origin {
  /** How a sentence calls what was migrated. */
  readonly what: string;
  /** The version that migrated it, where that is known. */
  readonly by?: string | undefined;
}

function refuseForeignHistory(applied: ReadonlyMap<string, string>, migrations: Migration[], { what, by }: Origin): void {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  for (const [name, checksum] of applied) {
    if (!known.has(name)) {
      throw new StartError(
        `${what} has the migration ${name}, which version ${productVersion} does not know: ` +
          `${by === undefined || by === productVersion ? 'a newer version made it, start that one' : `version ${by} made it, start that one or a later one`}.`,
      );
    }
    if (known.get(name) !== checksum) {
      throw new StartError(
        `The migration ${name} was changed after it had been applied to the database: restore the file, and put the change into a new migration.`,
      );
    }
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const wrong = names.find((name) => !/^\d{4}-[a-z0-9-]+\.sql$/.test(name));
  if (wrong) throw new StartError(`The migration ${wrong} must be named NNNN-name.sql, such as 0001-tables.sql.`);
  return Promise.all(
    names.map(async (name) => {
      // Line ends must not change the checksum where git checks out with CRLF.
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      return { name: basename(name, '.sql'), checksum: createHash('sha256').update(sql).digest('hex'), sql };
    }),
  );
}
