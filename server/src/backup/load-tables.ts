import pg from 'pg';
import { rebuildSchema } from '../database/migrate.ts';
import { StartError } from '../start-error.ts';
import { type Batch, readTables, type SequenceState, type Table, tablesOf } from './read-tables.ts';
import { differences, Tally, type Tallied } from './tally.ts';

/** Throws a StartError unless the database holds nothing at all; `name` is how the sentence calls it. */
export async function requireEmpty(client: pg.ClientBase, name: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S', 'f') LIMIT 1`,
  );
  if (rows[0] !== undefined) {
    throw new StartError(`${name} is not empty (it has ${rows[0].name}), and nothing is ever written over: give an empty one.`);
  }
}

/**
 * Makes the schema that the given migrations make, and puts the rows in. Foreign keys stand aside meanwhile and are
 * checked over all rows at the end; triggers do not fire, since what they do is among the rows already. Everything
 * happens in the caller's transaction: after a failure there is nothing.
 */
export async function loadTables(
  client: pg.ClientBase,
  migrations: ReadonlyMap<string, string>,
  batches: AsyncIterable<Batch>,
): Promise<void> {
  await rebuildSchema(client, migrations);
  const tables = new Map((await tablesOf(client)).map((table) => [table.name, table.columns]));
  const keys = await foreignKeys(client);
  for (const { table, name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${pg.escapeIdentifier(name)}`);
  // What migrations put in stands in the rows too, as it has become since.
  for (const name of tables.keys()) {
    await client.query(`ALTER TABLE ${pg.escapeIdentifier(name)} DISABLE TRIGGER USER; DELETE FROM ${pg.escapeIdentifier(name)}`);
  }
  for await (const { table, rows } of batches) {
    const columns = tables.get(table);
    if (columns === undefined) throw new StartError(`There are rows of ${table}, which is no table of the migrations that are named.`);
    await insertRows(client, { name: table, columns }, rows);
  }
  for (const { table, name, definition } of keys) {
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${pg.escapeIdentifier(name)} ${definition}`);
  }
  for (const name of tables.keys()) await client.query(`ALTER TABLE ${pg.escapeIdentifier(name)} ENABLE TRIGGER USER`);
}

async function insertRows(client: pg.ClientBase, table: Table, rows: readonly string[]): Promise<void> {
  const columns = table.columns.map(({ name, type }) => ({ name: pg.escapeIdentifier(name), type }));
  await client.query(
    `INSERT INTO ${pg.escapeIdentifier(table.name)} (${columns.map(({ name }) => name).join(', ')})
     SELECT ${columns.map(({ name, type }) => `${name}::${type}`).join(', ')}
     FROM json_to_recordset($1::json) AS r(${columns.map(({ name }) => `${name} text`).join(', ')})`,
    [`[${rows.join(',')}]`],
  );
}

/** Sets the sequences, and throws a StartError unless every table holds exactly the rows that were counted at the source. */
export async function verifyTables(
  client: pg.ClientBase,
  expected: Readonly<Record<string, Tallied>>,
  sequences: readonly SequenceState[],
): Promise<void> {
  for (const { name, lastValue, isCalled } of sequences) {
    await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [pg.escapeIdentifier(name), lastValue, isCalled]);
  }
  const tally = new Tally();
  const reading = readTables(client, tally);
  while (!(await reading.next()).done);
  const wrong = differences(expected, tally.result());
  if (wrong.length > 0) throw new StartError(`Nothing was kept: the rows of ${wrong.join(', ')} did not arrive as they were.`);
}

async function foreignKeys(client: pg.ClientBase): Promise<{ table: string; name: string; definition: string }[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace ORDER BY conrelid::regclass::text, conname`,
  );
  return rows;
}
