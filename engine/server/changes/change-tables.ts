import type { TableSpec, TablesOf } from '../platform/database/table-spec.ts';

/** The log of changes, and from which transaction on it is complete (migration 0123). */
export const changeTables = {
  sys_change: {
    source: 'text',
    id: 'uuid',
    kind: 'text',
    xid: 'xid8=',
    changeTime: 'timestamptz=',
    isRenamed: 'bool=',
    isMoved: 'bool=',
    scopeOrg: 'uuid?',
    scopePerson: 'uuid?',
    createUser: 'uuid?',
  },
  sys_change_start: { source: 'text', begun: 'xid8=', cleared: 'xid8=' },
} as const satisfies Record<string, TableSpec>;

declare module '../platform/database/tables.ts' {
  interface Tables extends TablesOf<typeof changeTables> {}
}
