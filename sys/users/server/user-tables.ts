import { declaredTable, type TableSpec, type TablesOf } from '@back-office/server/platform/database/table-spec.ts';
import { user } from '../user.ts';

/** Users and their roles. */
export const userTables = {
  sys_user: declaredTable(user, {
    labelPinyin: 'text?',
    userPassword: 'text',
    passwordOnce: 'bool=',
    passwordGiven: 'bool=',
    passwordGiver: 'uuid?',
    passwordTime: 'timestamptz=',
    closedTime: 'timestamptz?',
  }),
  /** The last organisation of people who were deleted. */
  sys_former_user: { id: 'uuid', sysOrgId: 'uuid', deleteTime: 'timestamptz=' },
  sys_user_role: { ownerId: 'uuid', targetId: 'uuid' },
} as const satisfies Record<string, TableSpec>;

declare module '@back-office/server/platform/database/tables.ts' {
  interface Tables extends TablesOf<typeof userTables> {}
}
