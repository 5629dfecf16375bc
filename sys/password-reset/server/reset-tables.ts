import type { TableSpec, TablesOf } from '@back-office/server/platform/database/table-spec.ts';

/** Requests for a link, and the links sent. */
export const resetTables = {
  sys_password_request: {
    id: 'uuid',
    account: 'text',
    network: 'text',
    ip: 'text',
    browser: 'text?',
    createTime: 'timestamptz=',
    done: 'bool=',
  },
  sys_password_reset: { tokenHash: 'bytea', sysUserId: 'uuid', createTime: 'timestamptz=' },
} as const satisfies Record<string, TableSpec>;

declare module '@back-office/server/platform/database/tables.ts' {
  interface Tables extends TablesOf<typeof resetTables> {}
}
