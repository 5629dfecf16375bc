import { type RawBuilder, sql } from 'kysely';
import { snake } from './snake.ts';
import { given } from './statement.ts';

/** Rows that a statement is given: its table, and the values in the places of that. */
interface GivenRows {
  /** Which of the two tables it is: a statement is kept for each. */
  readonly key: string;
  readonly values: Readonly<Record<string, unknown>>;
  table(this: void): RawBuilder<unknown>;
}

/**
 * The rows as a table `x` with these columns, whose types are said where they are not text. Several come as one parameter; a single one as a parameter a column,
 * since to take JSON apart takes the database longer than the rest of an INSERT.
 */
export function givenRows(
  names: readonly string[],
  types: Readonly<Record<string, string>>,
  rows: readonly Readonly<Record<string, unknown>>[],
): GivenRows {
  const [row] = rows;
  // A statement is put together once: whatever only that needs waits for it.
  const join = (partOf: (name: string, type: RawBuilder<unknown>) => RawBuilder<unknown>): RawBuilder<unknown> =>
    sql.join(names.map((name) => partOf(name, sql.raw(types[name] ?? 'text'))));
  if (row === undefined || rows.length > 1)
    return {
      key: 'many',
      values: { rows: JSON.stringify(rows.map((one) => Object.fromEntries(names.map((name) => [snake(name), one[name] ?? null])))) },
      table: () => sql`json_to_recordset(${given('rows')}::json) AS x(${join((name, type) => sql`${sql.id(name)} ${type}`)})`,
    };
  return {
    key: 'one',
    values: Object.fromEntries(names.map((name) => [placeOf(name), valueOf(row[name] ?? null, types[name])])),
    table: () => sql`(VALUES (${join((name, type) => sql`${given(placeOf(name))}::${type}`)})) AS x(${join((name) => sql.id(name))})`,
  };
}

const places = new Map<string, string>();

/** The name of a column's place, the same string each time: one that is put together anew is looked up among all names first. */
function placeOf(name: string): string {
  let place = places.get(name);
  if (place === undefined) places.set(name, (place = `x.${name}`));
  return place;
}

const valueOf = (value: unknown, type = 'text'): unknown => (type === 'jsonb' && value !== null ? JSON.stringify(value) : value);
