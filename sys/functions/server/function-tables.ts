import { declaredTable, type TableSpec, type TablesOf } from '@back-office/server/platform/database/table-spec.ts';
import { sysFunction } from '../function.ts';

/** Functions. */
export const functionTables = {
  sys_function: declaredTable(sysFunction, { labelPinyin: 'text?' }),
} as const satisfies Record<string, TableSpec>;

declare module '@back-office/server/platform/database/tables.ts' {
  interface Tables extends TablesOf<typeof functionTables> {}
}
