import type { Office } from '@back-office/contract/office/office.ts';
import { type Kysely, sql } from 'kysely';
import { snake } from '../platform/database/snake.ts';
import type { Tables } from '../platform/database/tables.ts';

interface UniqueIndex {
  readonly tableName: string;
  readonly name: string;
  readonly columns: readonly string[];
}

/**
 * Unique indexes over what people type that no declaration names: one sentence for each, with the cure. A save is refused at its
 * fields all the same, but an import learns of a repeated value only as its rows are stored. Told, but no reason not to start.
 */
export async function unnamedIndexes(db: Kysely<Tables>, { features, resources }: Office): Promise<string[]> {
  const indexes = Map.groupBy(await readUnique(db), ({ tableName }) => tableName);
  const own = new Map(features.flatMap((feature) => feature.resources ?? []).map(({ name, fields }) => [name, fields]));
  return resources.flatMap(({ name: place, table, form, unique }) => {
    const typed = new Map(form.map((name) => [snake(name), name]));
    const named = new Set(unique.map((names) => `${table}_${names.map(snake).join('_')}_key`));
    return (indexes.get(table) ?? []).flatMap(({ name, columns }) => {
      const names = columns.map((column) => typed.get(column));
      if (named.has(name) || names.length === 0 || names.includes(undefined)) return [];
      const isAdded = names.some((each = '') => !Object.hasOwn(own.get(place) ?? {}, each));
      const right = `${table}_${columns.join('_')}_key`;
      const groups = `unique: [[${names.map((each) => `'${each}'`).join(', ')}]]`;
      const renamed = name === right ? '' : `, and rename the index in a migration: ALTER INDEX ${name} RENAME TO ${right}`;
      return [
        `${place}: no declaration names the unique index ${name}, so that an import learns of what stands twice only as it is saved: ` +
          `declare ${groups}${isAdded ? ' in the extension' : ''}${renamed}`,
      ];
    });
  });
}

/** Without partial indexes, which allow what a declaration would refuse. */
async function readUnique(db: Kysely<Tables>): Promise<UniqueIndex[]> {
  const { rows } = await sql<UniqueIndex>`
    SELECT t.relname AS table_name, c.relname AS name,
      ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = t.oid AND (a.attnum = ANY(x.indkey)
        OR EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.refobjid = t.oid AND d.refobjsubid = a.attnum))
        ORDER BY array_position(x.indkey::int2[], a.attnum), a.attnum) AS columns
    FROM pg_index x JOIN pg_class c ON c.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
    WHERE t.relnamespace = current_schema()::regnamespace AND x.indisunique AND NOT x.indisprimary AND x.indpred IS NULL
    ORDER BY t.relname, c.relname`.execute(db);
  return rows;
}
