import { declaredTable, type TableSpec, type TablesOf } from '@back-office/server/platform/database/table-spec.ts';
import { session } from '../session.ts';

/** A view of the active sessions. */
export const onlineTables = {
  sys_online: declaredTable(session, {
    sysUserId: 'uuid',
    userAccount: 'text',
    loginTime: 'timestamptz=',
    lastSeenTime: 'timestamptz=',
    tabCount: 'int4',
    tokenHash: 'bytea',
    secretKey: 'bytea',
    endTime: 'timestamptz?',
    endReason: 'text?',
  }),
} as const satisfies Record<string, TableSpec>;

declare module '@back-office/server/platform/database/tables.ts' {
  interface Tables extends TablesOf<typeof onlineTables> {}
}
