import type { TableSpec, TablesOf } from '../database/table-spec.ts';

/** Answers stored for repeats of their requests (idempotency keys). */
export const httpTables = {
  sys_idempotency: { sysUserId: 'uuid', keyHash: 'bytea', requestHash: 'bytea', answer: 'bytea?', createTime: 'timestamptz=' },
} as const satisfies Record<string, TableSpec>;

declare module '../database/tables.ts' {
  interface Tables extends TablesOf<typeof httpTables> {}
}
