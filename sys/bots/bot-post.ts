import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import { messageStatuses } from '../shared/message-statuses.ts';

export const postStatuses = messageStatuses;

/** What was posted to which group, or waits. */
export const botPost = defineResource({
  name: 'sys/bot-post',
  title: '群消息',
  table: 'sys_bot_post',
  label: 'postTopic',
  operations: ['select', 'select-page'],
  fields: {
    postTopic: { kind: 'text', label: '类别', max: 20, width: 110 },
    sysBotId: { kind: 'reference', label: '群机器人', to: 'sys/bot', owned: true, width: 150 },
    postStatus: { kind: 'dict', label: '状态', dict: 'mail_status', width: 90 },
    postText: { kind: 'longText', label: '内容', max: 4000, width: 320 },
    postAttempts: { kind: 'number', label: '次数', min: 0, max: 1000, width: 70 },
    failReason: { kind: 'text', label: '原因', max: 400, width: 280 },
    sendTime: { kind: 'datetime', label: '发送时间', width: 165 },
  },
  list: ['createTime', 'postTopic', 'sysBotId', 'postStatus', 'postText', 'postAttempts', 'failReason', 'sendTime'],
  form: [],
  sort: 'createTime:desc',
  scope: { person: 'createUser' },
  browse: { find: ['postTopic', 'postText'], filters: ['postStatus'], card: ['postStatus', 'sysBotId', 'sendTime'] },
});
