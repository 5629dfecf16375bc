import type { TableSpec, TablesOf } from '../../platform/database/table-spec.ts';

/** People's preferences. */
export const preferenceTables = {
  sys_user_preference: { sysUserId: 'uuid', key: 'text', value: 'jsonb', updateTime: 'timestamptz=' },
} as const satisfies Record<string, TableSpec>;

declare module '../../platform/database/tables.ts' {
  interface Tables extends TablesOf<typeof preferenceTables> {}
}
