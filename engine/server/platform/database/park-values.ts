import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import { type Kysely, sql } from 'kysely';
import { snake } from './snake.ts';
import { sqlTypes } from './sql-types.ts';
import type { Tables } from './tables.ts';
import { uniqueKeysOf } from './unique-keys.ts';

/** For each type of column a value that no other row has, of the row `t` or of `g.n`, its number among those given. */
const parkedValues: Readonly<Record<string, (column: string, table: string) => string>> = {
  text: () => 't.id::text',
  numeric: (column, table) => `(SELECT max(${column}) FROM ${table}) + g.n`,
  date: (column, table) => `(SELECT max(${column}) FROM ${table}) + g.n::integer`,
  timestamptz: (column, table) => `(SELECT max(${column}) FROM ${table}) + g.n * interval '1 day'`,
};

const typeOf = (resource: Resource, name: string): string => sqlTypes[fieldOf(resource, name).kind];
const isOptional = (resource: Resource, name: string): boolean => fieldOf(resource, name).required !== true;

const isWritten = (resource: Resource, name: string): boolean => resource.form.includes(name) || fieldOf(resource, name).byServer === true;

/** The written field of a unique key that can be parked: none if the key consists of required references. */
export function parkedField(resource: Resource, names: readonly string[]): string | undefined {
  const written = names.filter((name) => isWritten(resource, name));
  return written.find((name) => typeOf(resource, name) in parkedValues) ?? written.find((name) => isOptional(resource, name));
}

/**
 * Takes these rows' values of a unique key away for the time being, so that others can have them within one transaction: the database compares unique
 * values row by row, in no set order. An optional field is left without a value, unless only one row may be. Returns what the field had in each row,
 * as the database writes it, to be put back where nothing else is written.
 */
export async function parkValues(
  db: Kysely<Tables>,
  resource: Resource,
  names: readonly string[],
  ids: readonly string[],
): Promise<{ id: string; name: string; was: string | null }[]> {
  const name = parkedField(resource, names);
  if (name === undefined) return [];
  const [column, { table }] = [snake(name), resource];
  const isOne = (await uniqueKeysOf(db, resource)).some((key) => key.names === names && key.nullsAreOne);
  const value = isOptional(resource, name) && !isOne ? undefined : parkedValues[typeOf(resource, name)];
  const { rows } = await sql<{ id: string; was: string | null }>`
    UPDATE ${sql.table(table)} t SET ${sql.id(column)} = ${sql.raw(value?.(`"${column}"`, `"${table}"`) ?? 'NULL')}
    FROM (
      SELECT given.id, given.n, o.${sql.id(column)}::text AS was
      FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS given(id, n) JOIN ${sql.table(table)} o ON o.id = given.id
    ) g WHERE t.id = g.id RETURNING t.id, g.was`.execute(db);
  return rows.map((row) => ({ ...row, name }));
}
