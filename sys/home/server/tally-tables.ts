import type { TableSpec, TablesOf } from '@back-office/server/platform/database/table-spec.ts';

/** The tallies behind the home page's figures. */
export const tallyTables = {
  sys_log_tally: { kind: 'text', reach: 'text', holder: 'uuid', hour: 'timestamptz', word: 'text', rows: 'int8' },
  sys_log_tally_new: { kind: 'text', reach: 'text', holder: 'uuid', hour: 'timestamptz', word: 'text', rows: 'int8' },
  sys_log_tally_tail: { kind: 'text', reach: 'text', holder: 'uuid', hour: 'timestamptz', word: 'text', rows: 'int8' },
  sys_user_tally: { holder: 'uuid', day: 'date', rows: 'int8' },
  sys_user_tally_new: { holder: 'uuid', day: 'date', rows: 'int8' },
  sys_file_tally: { createUser: 'uuid', day: 'date', bytes: 'int8' },
  sys_file_tally_new: { createUser: 'uuid', day: 'date', bytes: 'int8' },
  sys_file_bytes: { createUser: 'uuid', day: 'date', bytes: 'int8' },
} as const satisfies Record<string, TableSpec>;

declare module '@back-office/server/platform/database/tables.ts' {
  interface Tables extends TablesOf<typeof tallyTables> {}
}
