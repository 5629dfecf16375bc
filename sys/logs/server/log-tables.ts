import { declaredTable, type TableSpec, type TablesOf } from '@back-office/server/platform/database/table-spec.ts';
import { logLogin } from '../log-login.ts';
import { logOpt } from '../log-opt.ts';

/** Sign-ins and operations. */
export const logTables = {
  sys_log_login: declaredTable(logLogin, { loginTime: 'timestamptz=' }),
  sys_log_opt: declaredTable(logOpt, { optTime: 'timestamptz=', targetResource: 'text?', targetId: 'uuid?', targetStood: 'jsonb?' }),
} as const satisfies Record<string, TableSpec>;

declare module '@back-office/server/platform/database/tables.ts' {
  interface Tables extends TablesOf<typeof logTables> {}
}
