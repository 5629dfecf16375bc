import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ClientBase } from 'pg';
import { StartError } from '../start-error.ts';
import type { Database, DatabaseLog } from './open.ts';
import { allowLongWork } from './prepare-session.ts';

interface Migration {
  name: string;
  checksum: string;
  sql: string;
}

const ownMigrations = join(import.meta.dirname, 'migrations');
/** Any number, the same for ever: two servers that start at once migrate one after the other. */
const lockKey = 7_215_001;

const historyTable = `create table if not exists schema_migration (
  name text primary key, checksum text not null, applied_at timestamptz not null default now())`;

/**
 * Brings the schema to what the code expects: runs the files `NNNN-name.sql` that
 * `schema_migration` does not name yet, in order, each in its own transaction. One server at a
 * time does so, the others wait. Returns the names that were run.
 *
 * Throws a StartError, and changes nothing, when an applied file was changed, when the database
 * has a migration that this code does not know (a newer version made it), or when a migration
 * fails: then the ones before it stay, and its own changes are rolled back.
 */
export async function migrate(database: Pick<Database, 'pool'>, options: { log: DatabaseLog; folder?: string }): Promise<string[]> {
  const migrations = await readMigrations(options.folder ?? ownMigrations);
  const client = await database.pool.connect();
  let failure: unknown;
  try {
    // Building an index on a large table takes longer than a request may.
    await allowLongWork(client);
    await client.query("set lock_timeout = '60s'");
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    return await runMissing(client, migrations, options.log);
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    await client.query('reset lock_timeout; select pg_advisory_unlock_all()').catch(() => undefined);
    // Not given back to the pool: its limits were changed. Closing also frees the lock.
    client.release(failure instanceof Error ? failure : true);
  }
}

/**
 * Makes in an empty database the schema that the given migrations made elsewhere, in the caller's transaction, for rows
 * that are brought there; their names come with the rows. Throws a StartError as `migrate` does for foreign ones.
 */
export async function rebuildSchema(client: ClientBase, applied: ReadonlyMap<string, string>): Promise<void> {
  const migrations = await readMigrations(ownMigrations);
  refuseForeignHistory(applied, migrations);
  await client.query('select pg_advisory_xact_lock($1)', [lockKey]);
  await client.query(historyTable);
  for (const { name, sql } of migrations) if (applied.has(name)) await client.query(sql);
}

async function runMissing(client: ClientBase, migrations: Migration[], log: DatabaseLog): Promise<string[]> {
  await client.query(historyTable);
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migration');
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  refuseForeignHistory(applied, migrations);
  const run: string[] = [];
  for (const migration of migrations.filter(({ name }) => !applied.has(name))) {
    await runOne(client, migration);
    log.info({ migration: migration.name }, 'Migrated the database.');
    run.push(migration.name);
  }
  return run;
}

function refuseForeignHistory(applied: ReadonlyMap<string, string>, migrations: Migration[]): void {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  for (const [name, checksum] of applied) {
    if (!known.has(name)) {
      throw new StartError(
        `The database has the migration ${name}, which this version does not know: a newer version made it, start that one.`,
      );
    }
    if (known.get(name) !== checksum) {
      throw new StartError(
        `The migration ${name} was changed after it had been applied to the database: restore the file, and put the change into a new migration.`,
      );
    }
  }
}

async function runOne(client: ClientBase, { name, checksum, sql }: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(sql);
    await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw new StartError(`The migration ${name} failed, and its changes were rolled back: ${placeOf(error, sql)}.`, { cause: error });
  }
}

/** The database's message, with the line of the file where it says one. */
function placeOf(error: unknown, sql: string): string {
  const { message, position } = error as { message?: string; position?: string };
  const line = position ? ` (line ${sql.slice(0, Number(position)).split('\n').length})` : '';
  return `${message ?? String(error)}${line}`;
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
