import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** The columns of a table, the defaults for columns that were added after a row was kept, and the condition that a row `x` with an id is in the table. */
export async function columnsOfTable(db: Kysely<Tables>, table: string) {
  const { rows } = await sql<{ name: string; otherwise: string | null }>`
    SELECT a.attname AS name, pg_get_expr(d.adbin, d.adrelid) AS otherwise
    FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE a.attrelid = ${table}::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum`.execute(db);
  const given = rows.flatMap(({ name, otherwise }) => (otherwise === null ? [] : [sql`${sql.raw(otherwise)} AS ${sql.id(name)}`]));
  return {
    columns: sql.join(rows.map(({ name }) => sql.id(name))),
    isThere: rows.some(({ name }) => name === 'id') ? sql`EXISTS (SELECT FROM ${sql.table(table)} o WHERE o.id = x.id)` : sql`true`,
    defaults: sql`(SELECT to_jsonb(d) FROM (SELECT ${sql.join(given)}) d)`,
  };
}
