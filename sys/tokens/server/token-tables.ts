import { declaredTable, type TableSpec, type TablesOf } from '@back-office/server/platform/database/table-spec.ts';
import { token } from '../token.ts';

/** API keys. */
export const tokenTables = {
  sys_token: declaredTable(token, { labelPinyin: 'text?', tokenHash: 'bytea?', assignedBy: 'uuid[]=' }),
} as const satisfies Record<string, TableSpec>;

declare module '@back-office/server/platform/database/tables.ts' {
  interface Tables extends TablesOf<typeof tokenTables> {}
}
