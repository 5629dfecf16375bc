import { declaredTable, type TableSpec, type TablesOf } from '@back-office/server/platform/database/table-spec.ts';
import { recycle } from '../recycle.ts';

/** Deleted records. */
export const recycleTables = {
  sys_recycle: declaredTable(recycle, {
    recycleName: 'text',
    recycleModule: 'text',
    recycleFields: 'jsonb=',
    deleteTime: 'timestamptz=',
    expireTime: 'timestamptz',
    targetResource: 'text',
    targetId: 'uuid',
    scopeOrg: 'uuid?',
    scopePerson: 'uuid?',
    content: 'jsonb',
  }),
} as const satisfies Record<string, TableSpec>;

declare module '@back-office/server/platform/database/tables.ts' {
  interface Tables extends TablesOf<typeof recycleTables> {}
}
