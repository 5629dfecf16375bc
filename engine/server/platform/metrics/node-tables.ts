import type { TableSpec, TablesOf } from '../database/table-spec.ts';

/** Reports of nodes, past sizes of the database, and scheduled backups. */
export const nodeTables = {
  sys_node: { id: 'uuid', nodeName: 'text', startTime: 'timestamptz=', seenTime: 'timestamptz=', report: 'jsonb' },
  sys_backup: {
    backupName: 'text',
    backupFile: 'text',
    madeTime: 'timestamptz',
    verifyTime: 'timestamptz?',
    isIncomplete: 'bool',
    isMade: 'bool=',
    databaseMark: 'text?',
  },
  sys_size_sample: { day: 'date', databaseBytes: 'int8', fileBytes: 'int8?' },
} as const satisfies Record<string, TableSpec>;

declare module '../database/tables.ts' {
  interface Tables extends TablesOf<typeof nodeTables> {}
}
