import { defineResource } from '@back-office/contract/resource/define-resource.ts';

/** What was deleted and can still be restored; deleting one purges it for good. */
export const recycle = defineResource({
  name: 'sys/recycle',
  title: '回收站记录',
  table: 'sys_recycle',
  label: 'recycleName',
  operations: ['select', 'select-page', 'delete'],
  fields: {
    recycleName: { kind: 'text', label: '名称', max: 500, log: 'plain', width: 260 },
    recycleModule: { kind: 'text', label: '类型', max: 50, log: 'plain', width: 110 },
    deleteUser: { kind: 'reference', label: '删除人', to: 'sys/user', log: 'plain', width: 120 },
    deleteTime: { kind: 'datetime', label: '删除时间', width: 170 },
    expireTime: { kind: 'datetime', label: '保留至', width: 170 },
    recycleFields: { kind: 'json', label: '内容' },
  },
  list: ['deleteTime', 'recycleName', 'recycleModule', 'deleteUser', 'expireTime'],
  listOptions: { empty: '回收站是空的' },
  form: [],
  sort: 'deleteTime:desc',
  browse: { filters: ['deleteTime'], card: ['recycleModule', 'deleteUser', 'deleteTime'] },
  scope: { org: 'scopeOrg', person: 'scopePerson', of: 'targetResource', hidden: ['scopeOrg', 'scopePerson', 'targetResource'] },
});
