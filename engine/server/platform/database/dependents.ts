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
 * tie them to it, and whether rows of the table refer to others of it: links, grants and marks, and what depends on these, also in their own table.
 * So the recycle bin keeps what a later feature attaches to a record without any change here. Not followed: two tables that depend on each other.
 */
export async function deletedWith(db: Kysely<Tables>, table: string) {
  const found = await sql<{ table: string; rows: string; indirect: boolean; nested: boolean }>`
    WITH RECURSIVE own AS (${ties}), ties AS (SELECT t.*, coalesce((SELECT format('id IN (WITH RECURSIVE r AS (
        SELECT id FROM %1$s WHERE %%s UNION SELECT s.id FROM %1$s s JOIN r ON %2$s) SELECT id FROM r)', t."table", string_agg(format('s.%I = r.id', s."column"), ' OR '))
        FROM own s WHERE s.conrelid = t.conrelid AND s.confrelid = s.conrelid HAVING count(*) > 0), '%s') AS closed FROM own t), below AS (
      SELECT "table", conrelid, ARRAY[confrelid, conrelid] AS path, format(closed, format('%I = t.id', "column")) AS rows FROM ties
      WHERE confrelid = ${table}::regclass
      UNION ALL SELECT n."table", n.conrelid, path || n.conrelid, format(n.closed, format('%I IN (SELECT id FROM %s WHERE %s)', n."column", b."table", b.rows))
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
