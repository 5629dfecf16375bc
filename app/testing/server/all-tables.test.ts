import { afterAll, beforeAll, expect, it } from 'vitest';
import { allTables } from './all-tables.ts';
import { snake } from '@back-office/server/platform/database/snake.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

/* Compares the compiler's types of the database with the database: every table, column, type, null and default. */
interface Column {
  table: string;
  name: string;
  type: string;
  nullable: boolean;
  hasDefault: boolean;
  inView: boolean;
}
let database: TestDatabase;
const found = new Map<string, Map<string, Column>>();

beforeAll(async () => {
  database = await openTestDatabase();
  const { rows } = await database.pool.query<Column>(
    `select c.table_name as "table", c.column_name as name, c.udt_name as type, c.is_nullable = 'YES' as nullable,
       c.column_default is not null or c.is_identity = 'YES' as "hasDefault", t.table_type = 'VIEW' as "inView"
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     join pg_class r on r.oid = c.table_name::regclass where c.table_schema = current_schema() and not r.relispartition`,
  );
  for (const column of rows) found.set(column.table, (found.get(column.table) ?? new Map<string, Column>()).set(column.name, column));
});
afterAll(() => database.drop());

const sqlTypes: Readonly<Record<string, string>> = { yesNo: 'text', 'uuid[]': '_uuid', 'text[]': '_text' };

it('the compiler’s types list every table, and no other', () => {
  expect(Object.keys(allTables).sort()).toEqual([...found.keys()].sort());
});

it.each(Object.entries(allTables))('%s has the columns and column types that the compiler knows', (table, columns) => {
  const known = Object.entries<string>(columns).map(([name, spec]) => {
    const type = spec.replace(/[?=]$/, '');
    return `${snake(name)} ${sqlTypes[type] ?? type}${spec.slice(type.length)}`;
  });
  const there = [...(found.get(table)?.values() ?? [])].map((column) => {
    // The catalogue knows neither constraints nor defaults of a view's columns: take both from the declared type.
    const end = column.inView ? specEnd(columns, column.name) : column.nullable ? '?' : column.hasDefault ? '=' : '';
    return `${column.name} ${column.type}${end}`;
  });
  expect(known.sort()).toEqual(there.sort());
});

const specEnd = (columns: object, name: string): string =>
  /[?=]$/.exec(Object.entries<string>(columns as Record<string, string>).find(([key]) => snake(key) === name)?.[1] ?? '')?.[0] ?? '';
