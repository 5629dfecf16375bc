import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** The foreign keys with ON DELETE CASCADE to the id of a table, also as one of several columns. */
const ties = sql`
  SELECT c.confrelid, c.conrelid, c.conrelid::regclass::text AS "table", a.attname::text AS "column"
  FROM pg_constraint c JOIN pg_attribute i ON i.attrelid = c.confrelid AND i.attname = 'id'
  JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[array_position(c.confkey, i.attnum)]
  WHERE c.contype = 'f' AND c.confdeltype = 'c' AND c.conparentid = 0`;

/** The tables whose rows are deleted with the row that their column refers to. */
export async function dependentsOf(db: Kysely<Tables>, table: string) {
  return (
    await sql<{ table: string; column: string }>`SELECT "table", "column" FROM (${ties}) c WHERE confrelid = ${table}::regclass`.execute(db)
  ).rows;
}

/**
 * The tables with rows that are deleted with a row `t`, each after those that it depends on, which rows those are, whether only rows of other tables
 * tie them to it, and whether rows of the table refer to others of it: links, grants and marks, and what depends on these, except rows that depend
 * only on rows of their own table. So the recycle bin keeps what a later feature attaches to a record without any change here.
 */
export async function deletedWith(db: Kysely<Tables>, table: string) {
  const found = await sql<{ table: string; rows: string; indirect: boolean; nested: boolean }>`
    WITH RECURSIVE ties AS (${ties}), below AS (
      SELECT "table", conrelid, ARRAY[confrelid, conrelid] AS path, format('%I = t.id', "column") AS rows FROM ties WHERE confrelid = ${table}::regclass
      UNION ALL SELECT n."table", n.conrelid, path || n.conrelid, format('%I IN (SELECT id FROM %s WHERE %s)', n."column", b."table", b.rows)
      FROM below b JOIN ties n ON n.confrelid = b.conrelid WHERE n.conrelid <> ALL(path)
    ) SELECT "table", string_agg(rows, ' OR ') AS rows, min(cardinality(path)) > 2 AS indirect,
      bool_or(EXISTS (SELECT FROM pg_constraint f WHERE f.contype = 'f' AND f.conrelid = b.conrelid AND f.confrelid = b.conrelid)) AS nested
      FROM below b GROUP BY 1 ORDER BY max(cardinality(path)), 1`.execute(db);
  return found.rows;
}

/** The conditions that what a row `x` of a table refers to exists. */
export async function targetsExist(db: Kysely<Tables>, table: string): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ exists: string }>`
    SELECT format('(%s OR EXISTS (SELECT FROM %s o WHERE %s))', string_agg(format('x.%I IS NULL', a.attname), ' OR '),
      c.confrelid::regclass, string_agg(format('o.%I = x.%I', o.attname, a.attname), ' AND ')) AS exists
    FROM pg_constraint c CROSS JOIN unnest(c.conkey, c.confkey) AS k(own, other)
    JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.own JOIN pg_attribute o ON o.attrelid = c.confrelid AND o.attnum = k.other
    WHERE c.contype = 'f' AND c.conparentid = 0 AND c.conrelid = ${table}::regclass GROUP BY c.oid, c.confrelid`.execute(db);
  return sql.raw(['true', ...rows.map(({ exists }) => exists)].join(' AND '));
}

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
