import { declaredTable, type TableSpec, type TablesOf } from '@back-office/server/platform/database/table-spec.ts';
import { role } from '../role.ts';

/** Roles, the organisations of their data scopes, and their grants. */
export const roleTables = {
  sys_role: declaredTable(role, { labelPinyin: 'text?', roleWatermark: 'text=' }),
  sys_role_org: { ownerId: 'uuid', targetId: 'uuid' },
  sys_role_function: { sysRoleId: 'uuid', sysFunctionId: 'uuid', functionPermission: 'text=' },
} as const satisfies Record<string, TableSpec>;

declare module '@back-office/server/platform/database/tables.ts' {
  interface Tables extends TablesOf<typeof roleTables> {}
}
