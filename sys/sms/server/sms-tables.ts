import type { TableSpec, TablesOf } from '@back-office/server/platform/database/table-spec.ts';

/** How many messages a day went to one number, or for one person. */
export const smsTables = {
  sys_sms_day: { day: 'date', key: 'text', sent: 'int4' },
} as const satisfies Record<string, TableSpec>;

declare module '@back-office/server/platform/database/tables.ts' {
  interface Tables extends TablesOf<typeof smsTables> {}
}
