import type { TableSpec, TablesOf } from '../../platform/database/table-spec.ts';

/** Tables of staged imports. */
export const importTables = {
  sys_import: {
    id: 'uuid',
    resource: 'text',
    fileName: 'text',
    state: 'text=',
    batchNo: 'int8?',
    saved: 'int4?',
    createTime: 'timestamptz=',
    createUser: 'uuid',
    useTime: 'timestamptz=',
    saveTime: 'timestamptz?',
  },
  sys_import_row: {
    importId: 'uuid',
    rowNo: 'int4',
    recordId: 'uuid',
    rowValues: 'json?',
    uniqueKeys: 'text[]',
    names: 'text[]',
    rowBytes: 'int4=',
  },
} as const satisfies Record<string, TableSpec>;

declare module '../../platform/database/tables.ts' {
  interface Tables extends TablesOf<typeof importTables> {}
}
