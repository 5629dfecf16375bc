import { declaredTable, type TableSpec, type TablesOf } from '@back-office/server/platform/database/table-spec.ts';
import { mail } from '../mail.ts';

/** Mails, and the addresses that people confirmed for them. */
export const mailTables = {
  sys_mail: declaredTable(mail, {
    mailTo: 'text',
    mailTopic: 'text',
    mailSubject: 'text',
    mailContent: 'text',
    mailStatus: 'text=',
    mailAttempts: 'int4=',
    messageId: 'text?',
    runTime: 'timestamptz=',
    expireTime: 'timestamptz?',
    claimToken: 'uuid?',
    claimUntil: 'timestamptz?',
    secret: 'bytea?',
    sourceId: 'uuid?',
  }),
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
