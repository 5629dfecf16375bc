import { declaredTable, type TableSpec, type TablesOf } from '@back-office/server/platform/database/table-spec.ts';
import { sms } from '../sms.ts';
import { smsTemplate } from '../sms-template.ts';

/** Text messages and their templates, and the daily counts per number and per sender. */
export const smsTables = {
  sys_sms: declaredTable(sms, {
    labelPinyin: 'text?',
    smsStatus: 'text=',
    runTime: 'timestamptz=',
    attempts: 'int4=',
    claimToken: 'uuid?',
    claimTime: 'timestamptz?',
    claimUntil: 'timestamptz?',
  }),
  sys_sms_template: declaredTable(smsTemplate, { labelPinyin: 'text?' }),
  sys_sms_day: { day: 'date', key: 'text', sent: 'int4' },
} as const satisfies Record<string, TableSpec>;

declare module '@back-office/server/platform/database/tables.ts' {
  interface Tables extends TablesOf<typeof smsTables> {}
}
