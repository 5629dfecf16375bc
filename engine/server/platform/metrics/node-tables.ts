import type { TableSpec, TablesOf } from '../database/table-spec.ts';

/** Reports of nodes, and past sizes of the database. */
export const nodeTables = {
  sys_node: { id: 'uuid', nodeName: 'text', startTime: 'timestamptz=', seenTime: 'timestamptz=', report: 'jsonb' },
  sys_size_sample: { day: 'date', databaseBytes: 'int8', fileBytes: 'int8?' },
} as const satisfies Record<string, TableSpec>;

declare module '../database/tables.ts' {
  interface Tables extends TablesOf<typeof nodeTables> {}
}
