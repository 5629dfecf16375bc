import { defineResource } from '../resource/resource.ts';

/** Notices (wire.md, "Fields": msg); isRead and readTime are each reader's own and come with `msg/list`. */
export const msg = defineResource({
  name: 'sys/msg',
  title: '通知公告',
  table: 'sys_msg',
  label: 'msgTitle',
  fields: {
    msgTitle: { kind: 'text', label: '标题', required: true, max: 200, log: 'plain', width: 260 },
    msgContent: { kind: 'longText', label: '内容', required: true, max: 20000 },
    msgType: { kind: 'dict', label: '类型', dict: 'msg_type', default: '通知', log: 'plain', width: 90 },
    msgLevel: { kind: 'dict', label: '级别', dict: 'msg_level', default: '一般', log: 'plain', width: 90 },
    msgScope: { kind: 'dict', label: '范围', required: true, dict: 'msg_scope', default: '全部', log: 'plain', width: 90 },
    targetIds: { kind: 'ids', label: '接收对象', log: 'plain' },
    msgStatus: { kind: 'dict', label: '状态', required: true, dict: 'msg_status', default: '草稿', log: 'plain', width: 100 },
    publishTime: { kind: 'moment', label: '发布时间', log: 'plain', width: 170 },
    expireTime: { kind: 'moment', label: '失效时间', log: 'plain', width: 170 },
    publishUser: { kind: 'reference', label: '发布人', to: 'sys/user', log: 'plain', width: 110 },
  },
  list: ['msgTitle', 'msgType', 'msgLevel', 'msgScope', 'msgStatus', 'publishTime', 'expireTime', 'publishUser', 'createTime'],
  form: ['msgTitle', 'msgContent', 'msgType', 'msgLevel', 'msgScope', 'targetIds', 'msgStatus', 'publishTime', 'expireTime'],
  sort: 'createTime:desc',
  scope: { person: 'createUser' },
});
