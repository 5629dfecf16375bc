import { declaredTable, type TableSpec, type TablesOf } from '@back-office/server/platform/database/table-spec.ts';
import { directory } from '../directory.ts';

/** Directories, and which records belong to which of their entries. */
export const directoryTables = {
  sys_directory: declaredTable(directory, { labelPinyin: 'text?', runningUntil: 'timestamptz?', issuer: 'text?' }),
  sys_directory_entry: {
    sysDirectoryId: 'uuid',
    entryKind: 'text',
    entryKey: 'text',
    recordId: 'uuid',
    isDisabled: 'bool=',
    assignedBy: 'uuid?',
  },
} as const satisfies Record<string, TableSpec>;

declare module '@back-office/server/platform/database/tables.ts' {
  interface Tables extends TablesOf<typeof directoryTables> {}
}
