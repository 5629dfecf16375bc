import { declaredTable, type TableSpec, type TablesOf } from '@back-office/server/platform/database/table-spec.ts';
import { linkedAccount } from '../linked-account.ts';

/** External accounts that people sign in with. */
export const linkedAccountTables = {
  sys_linked_account: declaredTable(linkedAccount, { labelPinyin: 'text?', assignedBy: 'uuid?' }),
} as const satisfies Record<string, TableSpec>;

declare module '@back-office/server/platform/database/tables.ts' {
  interface Tables extends TablesOf<typeof linkedAccountTables> {}
}
