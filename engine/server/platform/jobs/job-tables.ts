import { ofEvery, type TableSpec, type TablesOf } from '../database/table-spec.ts';

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
  sys_job_kind: {
    ...ofEvery,
    jobKind: 'text',
    jobTitle: 'text',
    jobEvery: 'int4?',
    defaultCron: 'text?',
    jobCron: 'text?',
    isPaused: 'bool=',
    seenTime: 'timestamptz=',
    toldTime: 'timestamptz?',
  },
  sys_job_run: {
    ...ofEvery,
    jobId: 'uuid',
    jobKind: 'text',
    jobTitle: 'text',
    startTime: 'timestamptz',
    runDuration: 'int4',
    runStatus: 'text',
    isFinal: 'yesNo=',
    runAttempt: 'int4',
    runNode: 'text',
    runError: 'text?',
    told: 'bool=',
  },
} as const satisfies Record<string, TableSpec>;

declare module '../database/tables.ts' {
  interface Tables extends TablesOf<typeof jobTables> {}
}
