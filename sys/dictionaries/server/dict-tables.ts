import { declaredTable, type TableSpec, type TablesOf } from '@back-office/server/platform/database/table-spec.ts';
import { dict } from '../dict.ts';

/** Dictionaries and their entries. */
export const dictTables = {
  sys_dict: declaredTable(dict, { labelPinyin: 'text?' }),
} as const satisfies Record<string, TableSpec>;

declare module '@back-office/server/platform/database/tables.ts' {
  interface Tables extends TablesOf<typeof dictTables> {}
}
