import { type Field, isList } from '@back-office/contract/resource/field.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type Kysely, sql } from 'kysely';
import { snake } from '../platform/database/snake.ts';
import type { Tables } from '../platform/database/tables.ts';

/**
 * Columns that must have a value below fields of a form that may be left empty: one sentence for each, with the cure. A save writes null
 * there, whatever the column's default, and fails. Told, but no reason not to start: nothing is lost, and a rule or a wrap of the module
 * may see to a value, as its triggers may.
 */
export async function neededColumns(db: Kysely<Tables>, resources: readonly Resource[]): Promise<string[]> {
  const needed = await readNeeded(db);
  return resources.flatMap(({ name: place, table, form, fields }) =>
    form.flatMap((name) => {
      const [field, column] = [fields[name], snake(name)];
      if (field === undefined || !mayBeNull(field) || needed.get(table)?.has(column) !== true) return [];
      return [
        `${place}.fields.${name}: the column ${column} of ${table} must have a value, but people may leave the field empty, and their save ` +
          `fails: say required: true, or ALTER TABLE ${table} ALTER ${column} DROP NOT NULL`,
      ];
    }),
  );
}

/** Lists and booleans are stored as something when they are left empty; the part of the server that asks for a secret makes one. */
const mayBeNull = (field: Field): boolean =>
  field.required !== true && !isList(field) && field.kind !== 'boolean' && field.kind !== 'secret';

/** By table, the columns that refuse null, without those that a trigger before an insert names and so may fill. */
async function readNeeded(db: Kysely<Tables>): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { rows } = await sql<{ tableName: string; columns: string[] }>`
    SELECT c.relname AS table_name, array_agg(a.attname::text) AS columns
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND a.attnotnull
      AND NOT a.attisdropped AND NOT EXISTS (
        -- The bits of a trigger's type: for each row, before, on an insert.
        SELECT FROM pg_trigger g JOIN pg_proc p ON p.oid = g.tgfoid
        WHERE g.tgrelid = c.oid AND NOT g.tgisinternal AND g.tgtype & 7 = 7 AND strpos(lower(p.prosrc), a.attname) > 0)
    GROUP BY 1`.execute(db);
  return new Map(rows.map(({ tableName, columns }) => [tableName, new Set(columns)]));
}
