import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';

/** A table whose rows go when the row goes that its column names. */
export interface Dependent {
  readonly table: string;
  readonly column: string;
}

/**
 * What the database deletes together with rows of a table, as its foreign keys say: pairs of links, grants, marks. So
 * what a later feature hangs on a record is kept without a word here.
 */
export async function dependentsOf(db: Kysely<Tables>, table: string): Promise<Dependent[]> {
  const { rows } = await sql<Dependent>`
    SELECT c.conrelid::regclass::text AS "table", a.attname AS "column"
    FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    WHERE c.contype = 'f' AND c.confdeltype = 'c' AND cardinality(c.conkey) = 1 AND c.confrelid = ${table}::regclass
    ORDER BY 1, 2`.execute(db);
  return rows;
}

/** What rows of a table refer to, other than by the given column. */
export async function targetsOf(db: Kysely<Tables>, { table, column }: Dependent): Promise<Dependent[]> {
  const { rows } = await sql<Dependent>`
    SELECT c.confrelid::regclass::text AS "table", a.attname AS "column"
    FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    WHERE c.contype = 'f' AND cardinality(c.conkey) = 1 AND c.conrelid = ${table}::regclass AND a.attname <> ${column}`.execute(db);
  return rows;
}

/** The list of a table's columns that are stored as given, not worked out by the database. */
export async function columnsOfTable(db: Kysely<Tables>, table: string): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ name: string }>`
    SELECT attname AS name FROM pg_attribute
    WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`.execute(db);
  return sql.join(rows.map(({ name }) => sql.id(name)));
}
