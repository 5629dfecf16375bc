import type { TableSpec, TablesOf } from '../database/table-spec.ts';

/** Work that outlives a request. */
export const jobTables = {
  sys_job: {
    id: 'uuid',
    kind: 'text',
    payload: 'jsonb',
    state: 'text=',
    key: 'text?',
    attempts: 'int4=',
    runTime: 'timestamptz=',
    leaseToken: 'uuid?',
    leaseUntil: 'timestamptz?',
    cancelAsked: 'bool=',
    progressDone: 'int8=',
    progressTotal: 'int8?',
    result: 'jsonb?',
    failReason: 'text?',
    createTime: 'timestamptz=',
    createUser: 'uuid?',
    endTime: 'timestamptz?',
  },
} as const satisfies Record<string, TableSpec>;

declare module '../database/tables.ts' {
  interface Tables extends TablesOf<typeof jobTables> {}
}
