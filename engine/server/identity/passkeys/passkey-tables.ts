import type { TableSpec, TablesOf } from '../../platform/database/table-spec.ts';

/** The tables of passkey sign-in other than the passkeys themselves, which are a resource. */
export const passkeyTables = {
  sys_passkey_owner: { sysUserId: 'uuid', userHandle: 'bytea' },
  sys_passkey_challenge: {
    ceremonyHash: 'bytea',
    boundHash: 'bytea',
    purpose: 'text',
    challenge: 'text',
    network: 'text',
    createTime: 'timestamptz=',
  },
} as const satisfies Record<string, TableSpec>;

declare module '../../platform/database/tables.ts' {
  interface Tables extends TablesOf<typeof passkeyTables> {}
}
