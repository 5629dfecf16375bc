import { type RawBuilder, sql } from 'kysely';
import { snake } from './snake.ts';
import { given } from './statement.ts';

/** Rows passed to a statement: the table expression, and the values of its parameters. */
interface GivenRows {
  /** Which of the two table expressions it is: each has a cached statement of its own. */
  readonly key: string;
  readonly values: Readonly<Record<string, unknown>>;
  table(this: void): RawBuilder<unknown>;
}

/**
 * The rows as a table `x` with these columns, of type text unless stated. Several rows are passed as one parameter; a
 * single row as one parameter per column, since the database takes longer to parse JSON than for the rest of an INSERT.
 */
export function givenRows(
  names: readonly string[],
  types: Readonly<Record<string, string>>,
  rows: readonly Readonly<Record<string, unknown>>[],
): GivenRows {
  const [row] = rows;
  // A statement is built only once: everything that only the building needs is deferred.
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
    values: Object.fromEntries(names.map((name) => [parameterNameOf(name), valueOf(row[name] ?? null, types[name])])),
    table: () =>
      sql`(VALUES (${join((name, type) => sql`${given(parameterNameOf(name))}::${type}`)})) AS x(${join((name) => sql.id(name))})`,
  };
}

const parameterNames = new Map<string, string>();

/** The parameter name of a column, always the same string instance: a newly concatenated string must first be looked up among all names. */
function parameterNameOf(name: string): string {
  let parameterName = parameterNames.get(name);
  if (parameterName === undefined) parameterNames.set(name, (parameterName = `x.${name}`));
  return parameterName;
}

const valueOf = (value: unknown, type = 'text'): unknown => (type === 'jsonb' && value !== null ? JSON.stringify(value) : value);
