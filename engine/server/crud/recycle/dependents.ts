import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';

/** A table whose rows are deleted with the row that their column refers to. */
export interface Dependent {
  readonly table: string;
  readonly column: string;
}

/**
 * The foreign keys with ON DELETE CASCADE to a table, such as links, grants and marks. So the recycle bin keeps the rows that a later feature
 * attaches to a record without any change here.
 */
export async function dependentsOf(db: Kysely<Tables>, table: string): Promise<Dependent[]> {
  const { rows } = await sql<Dependent>`
    SELECT c.conrelid::regclass::text AS "table", a.attname AS "column"
    FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    WHERE c.contype = 'f' AND c.confdeltype = 'c' AND cardinality(c.conkey) = 1 AND c.confrelid = ${table}::regclass
    ORDER BY 1, 2`.execute(db);
  return rows;
}

/** The tables that the rows of a dependent table refer to by its other columns. */
export async function targetsOf(db: Kysely<Tables>, { table, column }: Dependent): Promise<Dependent[]> {
  const { rows } = await sql<Dependent>`
    SELECT c.confrelid::regclass::text AS "table", a.attname AS "column"
    FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    WHERE c.contype = 'f' AND cardinality(c.conkey) = 1 AND c.conrelid = ${table}::regclass AND a.attname <> ${column}`.execute(db);
  return rows;
}

/** The columns of a table, and the defaults for columns that were added after a row was kept. */
export async function columnsOfTable(db: Kysely<Tables>, table: string) {
  const { rows } = await sql<{ name: string; otherwise: string | null }>`
    SELECT a.attname AS name, pg_get_expr(d.adbin, d.adrelid) AS otherwise
    FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE a.attrelid = ${table}::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum`.execute(db);
  const given = rows.flatMap(({ name, otherwise }) => (otherwise === null ? [] : [sql`${sql.raw(otherwise)} AS ${sql.id(name)}`]));
  return {
    columns: sql.join(rows.map(({ name }) => sql.id(name))),
    defaults: sql`(SELECT to_jsonb(d) FROM (SELECT ${sql.join(given)}) d)`,
  };
}
