import type { TableSpec, TablesOf } from '../../platform/database/table-spec.ts';

/** The tables of sign-ins by other methods that are under way. */
export const wayTables = {
  sys_login_ticket: {
    tokenHash: 'bytea',
    purpose: 'text',
    browserHash: 'bytea?',
    signedInBy: 'jsonb',
    createTime: 'timestamptz=',
  },
  sys_password_opening: { id: 'bool=', openUntil: 'timestamptz' },
  sys_spent_token: { tokenHash: 'bytea', createTime: 'timestamptz=', said: 'jsonb?' },
} as const satisfies Record<string, TableSpec>;

declare module '../../platform/database/tables.ts' {
  interface Tables extends TablesOf<typeof wayTables> {}
}
