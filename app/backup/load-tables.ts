import pg from 'pg';
import { claimSchema, rebuildSchema } from '@back-office/server/platform/database/migrate.ts';
import { firstSchema } from '@back-office/server/platform/database/own-schema.ts';
import type { Applied } from '@back-office/server/platform/database/check-history.ts';
import type { MigratedModule } from '@back-office/server/platform/database/read-migrations.ts';
import type { Database } from '@back-office/server/platform/database/database.ts';
import { StartError } from '@back-office/server/platform/start-error.ts';
import { loadRows } from './load-rows.ts';
import { createPartitionsSince } from './log-months.ts';
import { type Batch, type SequenceState, tablesOf } from './read-tables.ts';
import { type DroppedIndexes, dropIndexes } from './dropped-indexes.ts';
import { differences, type Tallied } from './tally.ts';
import { tallyTables } from './tally-tables.ts';

/**
 * Throws a StartError unless the database is completely empty, and nobody else is about to fill it; `name` is its name
 * in the message. It stays so until the caller's transaction ends.
 */
export async function requireEmpty(client: pg.ClientBase, name: string): Promise<void> {
  await claimSchema(client);
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = ${firstSchema} AND relkind IN ('r', 'p', 'v', 'm', 'S', 'f') LIMIT 1`,
  );
  if (rows[0] !== undefined) {
    throw new StartError(`${name} is not empty (it has ${rows[0].name}), and nothing is ever written over: give an empty one.`);
  }
}

/** The origin of the tables: the applied migrations, and the modules that define them. */
export interface Schema {
  readonly applied: Applied;
  readonly modules: readonly MigratedModule[];
  /** The first month for which logs had a partition at the source. */
  readonly logsSince: string | undefined;
}

/**
 * Creates the schema of the given migrations, and inserts the rows. Constraints and indexes are dropped meanwhile:
 * recreate them with `recreateIndexes`, which checks all rows. Triggers do not fire, since their effects are among the
 * rows. Everything happens in the caller's transaction: after a failure nothing is left.
 */
export async function loadTables(
  client: pg.ClientBase,
  kind: Database['kind'],
  { applied, modules, logsSince }: Schema,
  batches: AsyncIterable<Batch>,
): Promise<DroppedIndexes> {
  await rebuildSchema(client, applied, modules);
  const tables = await tablesOf(client);
  const names = tables.map(({ name }) => pg.escapeIdentifier(name));
  const droppedIndexes = await dropIndexes(client);
  await createPartitionsSince(client, logsSince);
  for (const name of names) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  // Rows inserted by migrations are also among the rows of the backup, in their current state.
  await client.query(`TRUNCATE ${names.join(', ')}`);
  await loadRows(client, kind, tables, batches);
  for (const name of names) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
  return droppedIndexes;
}

/** Sets the sequences, and throws a StartError unless every table has exactly the rows that were counted at the source. */
export async function verifyTables(
  client: pg.ClientBase,
  expected: Readonly<Record<string, Tallied>>,
  sequences: readonly SequenceState[],
): Promise<void> {
  for (const { name, lastValue, isCalled } of sequences) {
    await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [pg.escapeIdentifier(name), lastValue, isCalled]);
  }
  const wrong = differences(expected, await tallyTables(client));
  if (wrong.length > 0) throw new StartError(`Nothing was kept: the rows of ${wrong.join(', ')} did not arrive as they were.`);
}
