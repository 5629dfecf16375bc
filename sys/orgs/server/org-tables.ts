import { declaredTable, type TableSpec, type TablesOf } from '@back-office/server/platform/database/table-spec.ts';
import { org } from '../org.ts';

/** Organisations. */
export const orgTables = {
  sys_org: declaredTable(org, { labelPinyin: 'text?' }),
} as const satisfies Record<string, TableSpec>;

declare module '@back-office/server/platform/database/tables.ts' {
  interface Tables extends TablesOf<typeof orgTables> {}
}
