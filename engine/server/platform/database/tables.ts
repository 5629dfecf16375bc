import type { SelectType } from 'kysely';
import type { TableSpec, TablesOf } from './table-spec.ts';

/** The database's own tables: the applied migrations, counters, and data that all nodes share. */
export const databaseTables = {
  schema_migration: { name: 'text', checksum: 'text', appliedAt: 'timestamptz=' },
  sys_version: { version: 'text', migrateTime: 'timestamptz=' },
  sys_seed: { name: 'text', applyTime: 'timestamptz=' },
  sys_epoch: { name: 'text', value: 'int8=' },
  sys_row_count: { tableName: 'text', rows: 'int8' },
  sys_log_tail: { org: 'uuid?', optTime: 'timestamptz', optModule: 'text?' },
  sys_secret: { name: 'text', value: 'bytea', sealed: 'bool=' },
} as const satisfies Record<string, TableSpec>;

/**
 * Tables by name and their columns in camel case, as Kysely sees them. Each folder adds its own tables, where it
 * declares their columns; `all-tables.test.ts` compares them all with the migrated database.
 */
export interface Tables extends TablesOf<typeof databaseTables> {}

/** The selected columns of a row of this table. */
export type Row<Table extends keyof Tables, Column extends keyof Tables[Table]> = { [Name in Column]: SelectType<Tables[Table][Name]> };

/** The selected value of one column of this table. */
export type Value<Table extends keyof Tables, Column extends keyof Tables[Table]> = SelectType<Tables[Table][Column]>;
