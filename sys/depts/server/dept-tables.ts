import { declaredTable, type TableSpec, type TablesOf } from '@back-office/server/platform/database/table-spec.ts';
import { dept } from '../dept.ts';

/** Departments. */
export const deptTables = {
  sys_dept: declaredTable(dept, { labelPinyin: 'text?' }),
} as const satisfies Record<string, TableSpec>;

declare module '@back-office/server/platform/database/tables.ts' {
  interface Tables extends TablesOf<typeof deptTables> {}
}
