import { declaredTable, type TableSpec, type TablesOf } from '@back-office/server/platform/database/table-spec.ts';
import { passkey } from '../passkey.ts';

/** Passkeys. */
export const passkeyRecordTables = {
  sys_passkey: declaredTable(passkey, {
    credentialId: 'bytea',
    publicKey: 'bytea',
    counter: 'int8=',
    transports: 'text[]=',
  }),
} as const satisfies Record<string, TableSpec>;

declare module '@back-office/server/platform/database/tables.ts' {
  interface Tables extends TablesOf<typeof passkeyRecordTables> {}
}
