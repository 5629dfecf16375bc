import type { TableSpec, TablesOf } from '@back-office/server/platform/database/table-spec.ts';

/** To which address of theirs people let mail come. */
export const mailTables = {
  sys_mail_address: {
    sysUserId: 'uuid',
    address: 'text',
    confirmTime: 'timestamptz?',
    code: 'bytea?',
    codeTime: 'timestamptz?',
    codeFailures: 'int4=',
    asked: 'int4=',
    askedSince: 'timestamptz=',
  },
} as const satisfies Record<string, TableSpec>;

declare module '@back-office/server/platform/database/tables.ts' {
  interface Tables extends TablesOf<typeof mailTables> {}
}
