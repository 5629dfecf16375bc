import { defineResource } from '@back-office/contract/resource/define-resource.ts';

/** Where a notice stands (dictionary `msg_status`). */
export const msgStatuses = { draft: '草稿', published: '已发布', withdrawn: '已撤回' } as const;

/** Whom a notice is for (dictionary `msg_scope`): of all but the first, `targetIds` says which. */
export const msgScopes = { everyone: '全部', orgs: '机构', roles: '角色', people: '用户' } as const;

/**
 * Notices (docs/wire.md "Fields": msg); isRead and readTime are each reader's own and come with `msg/list`.
 * @example
 * export const noticesOf = (context: Context) => selectPage(context, msg, { like: 'msgTitle:合同', eq: 'msgStatus:已发布' });
 */
export const msg = defineResource({
  name: 'sys/msg',
  title: '通知公告',
  table: 'sys_msg',
  label: 'msgTitle',
  fields: {
    msgTitle: { kind: 'text', label: '标题', required: true, max: 200, log: 'plain', width: 300 },
    msgContent: { kind: 'longText', label: '内容', required: true, max: 50_000, html: true },
    msgType: { kind: 'dict', label: '类型', dict: 'msg_type', default: '通知', log: 'plain', width: 90 },
    msgLevel: { kind: 'dict', label: '级别', dict: 'msg_level', default: '一般', log: 'plain', width: 90 },
    msgScope: { kind: 'dict', label: '范围', required: true, dict: 'msg_scope', default: msgScopes.everyone, log: 'plain', width: 90 },
    targetIds: { kind: 'ids', label: '接收对象', to: ['sys/org', 'sys/role', 'sys/user'], log: 'plain' },
    needConfirm: {
      kind: 'boolean',
      label: '需确认',
      default: '否',
      log: 'plain',
      width: 90,
      help: '接收人须逐个点击“我已知晓”，确认前一直提醒',
    },
    msgStatus: { kind: 'dict', label: '状态', required: true, dict: 'msg_status', default: msgStatuses.draft, log: 'plain', width: 100 },
    publishTime: { kind: 'datetime', label: '发布时间', log: 'plain', width: 170, help: '留空则立即发布；将来的时间即定时发布' },
    expireTime: { kind: 'datetime', label: '失效时间', log: 'plain', width: 170 },
    publishUser: { kind: 'reference', label: '发布人', to: 'sys/user', byServer: true, log: 'plain', width: 95 },
  },
  list: [
    'msgTitle',
    'msgStatus',
    'msgType',
    'msgLevel',
    'msgScope',
    'publishTime',
    'needConfirm',
    'expireTime',
    'publishUser',
    'createTime',
  ],
  listOptions: { batch: ['msgLevel', 'msgType', 'needConfirm', 'expireTime'] },
  form: ['msgTitle', 'msgContent', 'msgType', 'msgLevel', 'msgScope', 'targetIds', 'needConfirm', 'msgStatus', 'publishTime', 'expireTime'],
  sort: 'createTime:desc',
  scope: { person: 'createUser' },
  rules: ['noticeTargets', 'noticeExpiry', 'noticePictures'],
  browse: { filters: ['msgStatus', 'msgType', 'msgLevel'], card: ['msgStatus', 'msgLevel', 'publishTime'] },
});
