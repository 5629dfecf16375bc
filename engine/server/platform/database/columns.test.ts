import { type Field, isList } from '@back-office/contract/resource/field.ts';
import { office } from '@back-office/app/office.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { snake } from './snake.ts';

const { resources } = office;

/* Compares the migrated database with the declarations: every declared column exists, with a suitable type. */
interface Column {
  type: string;
  nullable: string;
}
const fitting: Record<Field['kind'], string[]> = {
  text: ['text'],
  longText: ['text'],
  boolean: ['text'],
  dict: ['text'],
  colour: ['text'],
  secret: ['text'],
  number: ['integer', 'bigint', 'numeric'],
  datetime: ['timestamp with time zone'],
  date: ['date'],
  reference: ['uuid'],
  parent: ['uuid'],
  file: ['uuid'],
  references: [],
  ids: ['ARRAY'],
  texts: ['ARRAY'],
  json: ['jsonb'],
};
let database: TestDatabase;
const tables = new Map<string, Map<string, Column>>();
const constraints = new Map<string, string>();

beforeAll(async () => {
  database = await openTestDatabase();
  const { rows } = await database.pool.query<Column & { table: string; name: string }>(
    `select table_name as "table", column_name as name, data_type as type, is_nullable as nullable from information_schema.columns where table_schema = current_schema()`,
  );
  for (const { table, name, ...column } of rows) tables.set(table, (tables.get(table) ?? new Map<string, Column>()).set(name, column));
  const indexes = await database.pool.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where schemaname = current_schema() and indexdef like 'CREATE UNIQUE%'`,
  );
  for (const { name, definition } of indexes.rows) constraints.set(name, definition);
});
afterAll(() => database.drop());

describe.each(resources)('$table', (resource) => {
  const column = (name: string) => tables.get(resource.table)?.get(name);

  it('has id, version and a column of the right type for every field', () => {
    expect([column('id')?.type, column('version')?.type]).toEqual(['uuid', 'integer']);
    for (const [name, field] of Object.entries(resource.fields)) {
      if (field.kind === 'references') expect(column(snake(name)), name).toBeUndefined();
      else expect(fitting[field.kind], `${name} is ${column(snake(name))?.type}`).toContain(column(snake(name))?.type);
    }
  });

  it.runIf(resource.operations.includes('save'))('has NOT NULL exactly where a field is required or has a default', () => {
    for (const name of resource.form) {
      const field = resource.fields[name];
      if (field === undefined || field.kind === 'references' || field.kind === 'secret') continue;
      // A missing value is stored as an empty list or the default, never null.
      const filled = field.required === true || isList(field) || field.kind === 'boolean';
      expect([name, column(snake(name))?.nullable]).toEqual([name, filled ? 'NO' : 'YES']);
    }
  });

  it('has a link table for every field that refers to many records', () => {
    for (const field of Object.values(resource.fields)) {
      if (field.kind !== 'references') continue;
      const pairs = tables.get(field.link);
      expect([pairs?.get('owner_id')?.type, pairs?.get('target_id')?.type]).toEqual(['uuid', 'uuid']);
    }
  });

  it('has a unique index for each unique constraint, with the name that conflict messages look up', () => {
    for (const names of resource.unique) {
      const name = `${resource.table}_${names.map(snake).join('_')}_key`;
      const definition = constraints.get(name) ?? `no index ${name}`;
      for (const part of names) expect(definition).toMatch(new RegExp(`\\b${snake(part)}\\b`));
    }
  });
});
