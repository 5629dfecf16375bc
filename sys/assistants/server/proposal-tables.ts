import type { TableSpec, TablesOf } from '@back-office/server/platform/database/table-spec.ts';

/** Proposals of assistants, until their person decides. */
export const proposalTables = {
  sys_proposal: {
    id: 'uuid',
    createTime: 'timestamptz=',
    sysUserId: 'uuid',
    tokenName: 'text',
    targetResource: 'text',
    targetId: 'uuid?',
    targetVersion: 'int4?',
    proposed: 'jsonb',
    reason: 'text',
    openTime: 'timestamptz?',
  },
} as const satisfies Record<string, TableSpec>;

declare module '@back-office/server/platform/database/tables.ts' {
  interface Tables extends TablesOf<typeof proposalTables> {}
}
