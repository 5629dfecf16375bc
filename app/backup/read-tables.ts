import pg from 'pg';
import type { Row } from '@back-office/server/platform/database/tables.ts';
import { StartError } from '@back-office/server/platform/start-error.ts';
import type { Tally } from './tally.ts';

/** Rows of one table, each as a JSON object of the columns' texts: a null inside jsonb stays different from no value. */
export interface Batch {
  readonly table: string;
  readonly rows: readonly string[];
}

/** A logged table, with its stored (not computed) columns and their SQL types. */
export interface Table {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** It is partitioned, like the logs. */
  readonly isParted: boolean;
}

/** The state of a sequence. */
export interface SequenceState {
  readonly name: string;
  readonly lastValue: string;
  readonly isCalled: boolean;
}

const rowsAtOnce = 500;

/** Checksums of the migrations that made the schema, by name; throws a StartError if no server has ever started on it. */
export async function migrationsOf(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows: found } = await client.query<{ isMade: boolean }>(`SELECT to_regclass('schema_migration') IS NOT NULL AS "isMade"`);
  if (!found[0]?.isMade) throw new StartError('The database is empty: no server has been started on it yet.');
  const { rows } = await client.query<Row<'schema_migration', 'name' | 'checksum'>>(
    'SELECT name, checksum FROM schema_migration ORDER BY name',
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

/** Tables of the product; partitions are read through their parent. Unlogged tables hold only who is online right now, and are left out. */
export async function tablesOf(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT c.relname AS name, c.relkind = 'p' AS "isParted",
       jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) ORDER BY a.attname) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relpersistence = 'p'
     GROUP BY c.relname, c.relkind ORDER BY c.relname`,
  );
  return rows;
}

/** The statement that reads a table's columns as texts, in the same order everywhere. */
export const textsOf = ({ name, columns }: Table): string =>
  `SELECT ${columns.map((column) => `${pg.escapeIdentifier(column.name)}::text`).join(', ')} FROM ${pg.escapeIdentifier(name)}`;

/**
 * Every row of every table, in batches, except those that `rowConditions` excludes; the tally counts them. The caller's
 * transaction determines the moment that is read. The texts of equal rows are equal on both kinds of database.
 */
export async function* readTables(
  client: pg.ClientBase,
  tally: Tally,
  rowConditions: Readonly<Record<string, string>> = {},
): AsyncGenerator<Batch> {
  for (const table of await tablesOf(client)) {
    tally.open(table.name);
    await client.query(
      `DECLARE table_rows NO SCROLL CURSOR FOR SELECT row_to_json(r)::text AS row FROM (${textsOf(table)} WHERE ${rowConditions[table.name] ?? 'true'}) r`,
    );
    for (;;) {
      const { rows } = await client.query<{ row: string }>(`FETCH ${rowsAtOnce} FROM table_rows`);
      if (rows.length === 0) break;
      for (const { row } of rows) tally.add(table.name, row);
      yield { table: table.name, rows: rows.map(({ row }) => row) };
    }
    await client.query('CLOSE table_rows');
  }
}

/** The states of the sequences. They are not transactional, so read them after the rows. */
export async function readSequences(client: pg.ClientBase): Promise<SequenceState[]> {
  const { rows: names } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'S' ORDER BY relname`,
  );
  const states: SequenceState[] = [];
  for (const { name } of names) {
    const { rows } = await client.query<{ lastValue: string; isCalled: boolean }>(
      `SELECT last_value::text AS "lastValue", is_called AS "isCalled" FROM ${pg.escapeIdentifier(name)}`,
    );
    if (rows[0] !== undefined) states.push({ name, ...rows[0] });
  }
  return states;
}
