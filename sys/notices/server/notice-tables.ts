import type { TableSpec, TablesOf } from '@back-office/server/platform/database/table-spec.ts';

/** For whom notices are, and who read them. */
export const noticeTables = {
  sys_msg_read: { sysMsgId: 'uuid', sysUserId: 'uuid', readTime: 'timestamptz=', confirmTime: 'timestamptz?' },
  sys_msg_target: { targetId: 'uuid', sysMsgId: 'uuid', publishTime: 'timestamptz', expireTime: 'timestamptz?', needConfirm: 'bool' },
} as const satisfies Record<string, TableSpec>;

declare module '@back-office/server/platform/database/tables.ts' {
  interface Tables extends TablesOf<typeof noticeTables> {}
}
