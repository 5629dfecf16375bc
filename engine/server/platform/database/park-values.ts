import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import { type Kysely, sql } from 'kysely';
import { snake } from './snake.ts';
import { sqlTypes } from './sql-types.ts';
import type { Tables } from './tables.ts';
import type { UniqueKey } from './unique-keys.ts';

/** For each type of column a value that no other row has, of the row `t` or of `g.n`, its number among those given. */
const parkedValues: Readonly<Record<string, (column: string, table: string) => string>> = {
  text: () => 't.id::text',
  numeric: (column, table) => `(SELECT max(${column}) FROM ${table}) + g.n`,
  date: (column, table) => `(SELECT max(${column}) FROM ${table}) + g.n::integer`,
  timestamptz: (column, table) => `(SELECT max(${column}) FROM ${table}) + g.n * interval '1 day'`,
};

const typeOf = (resource: Resource, name: string): string => sqlTypes[fieldOf(resource, name).kind];
const isOptional = (resource: Resource, name: string): boolean => fieldOf(resource, name).required !== true;

/** The field of a unique key that can be parked: none if the key consists of required references. */
export const parkedField = (resource: Resource, names: readonly string[]): string | undefined =>
  names.find((name) => typeOf(resource, name) in parkedValues) ?? names.find((name) => isOptional(resource, name));

/**
 * Takes these rows' values of a unique key away for the time being, so that others can have them within one transaction: the database compares unique
 * values row by row, in no set order. An optional field is left without a value, unless only one row may be.
 */
export async function parkValues(
  db: Kysely<Tables>,
  resource: Resource,
  { names, nullsAreOne }: UniqueKey,
  ids: readonly string[],
): Promise<void> {
  const name = parkedField(resource, names);
  if (name === undefined) return;
  const [column, { table }] = [snake(name), resource];
  const value = isOptional(resource, name) && !nullsAreOne ? undefined : parkedValues[typeOf(resource, name)];
  await sql`
    UPDATE ${sql.table(table)} t SET ${sql.id(column)} = ${sql.raw(value?.(`"${column}"`, `"${table}"`) ?? 'NULL')}
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS g(id, n) WHERE t.id = g.id`.execute(db);
}
