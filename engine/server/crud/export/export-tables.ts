import type { TableSpec, TablesOf } from '../../platform/database/table-spec.ts';

/** Tables of workbooks made in the background. */
export const exportTables = {
  sys_export: {
    id: 'uuid',
    resource: 'text',
    title: 'text',
    fileName: 'text',
    query: 'jsonb',
    jobId: 'uuid?',
    storageKey: 'text?',
    fileSize: 'int8?',
    createTime: 'timestamptz=',
    createUser: 'uuid',
    expireTime: 'timestamptz=',
    reach: 'text?',
  },
} as const satisfies Record<string, TableSpec>;

declare module '../../platform/database/tables.ts' {
  interface Tables extends TablesOf<typeof exportTables> {}
}
