import { declaredTable, type TableSpec, type TablesOf } from '@back-office/server/platform/database/table-spec.ts';
import { msg } from '../msg.ts';

/** Notices, their recipients and their readers. */
export const noticeTables = {
  sys_msg: declaredTable(msg, {
    labelPinyin: 'text?',
    announceTime: 'timestamptz?',
    remindTime: 'timestamptz?',
    mailAfter: 'uuid?',
    mailSince: 'timestamptz?',
  }),
  sys_msg_read: { sysMsgId: 'uuid', sysUserId: 'uuid', readTime: 'timestamptz=', confirmTime: 'timestamptz?' },
  sys_msg_target: { targetId: 'uuid', sysMsgId: 'uuid', publishTime: 'timestamptz', expireTime: 'timestamptz?', needConfirm: 'bool' },
} as const satisfies Record<string, TableSpec>;

declare module '@back-office/server/platform/database/tables.ts' {
  interface Tables extends TablesOf<typeof noticeTables> {}
}
