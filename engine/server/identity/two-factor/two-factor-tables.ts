import type { TableSpec, TablesOf } from '../../platform/database/table-spec.ts';

/** The second factor of signing in. */
export const twoFactorTables = {
  sys_totp: { sysUserId: 'uuid', secret: 'bytea', confirmTime: 'timestamptz?', lastStep: 'int8=' },
  sys_recovery_code: { sysUserId: 'uuid', codeHash: 'bytea' },
  sys_sign_in_ticket: {
    tokenHash: 'bytea',
    sysUserId: 'uuid',
    attempts: 'int4=',
    signedInBy: 'jsonb?',
    createTime: 'timestamptz=',
    passwordTime: 'timestamptz?',
    closedTime: 'timestamptz?',
  },
} as const satisfies Record<string, TableSpec>;

declare module '../../platform/database/tables.ts' {
  interface Tables extends TablesOf<typeof twoFactorTables> {}
}
