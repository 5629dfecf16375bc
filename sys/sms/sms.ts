import { defineResource } from '@back-office/contract/resource/define-resource.ts';

/** What became of a message (dictionary `sms_status`); of one that is unknown a person has to find out. */
export const smsStatuses = { waiting: '待发送', sent: '发送成功', failed: '发送失败', unknown: '结果未知' } as const;

/** Text messages sent or waiting (docs/wire.md "Fields": sms). */
export const sms = defineResource({
  name: 'sys/sms',
  title: '短信',
  table: 'sys_sms',
  label: 'smsPhone',
  fields: {
    smsPhone: { kind: 'text', label: '手机号', required: true, max: 21, shape: 'phone', log: 'mask', width: 140 },
    smsTemplate: { kind: 'text', label: '模板编码', max: 100, log: 'plain', width: 140 },
    smsContent: { kind: 'longText', label: '内容', required: true, max: 1000, width: 360 },
    smsStatus: { kind: 'dict', label: '状态', dict: 'sms_status', default: smsStatuses.waiting, byServer: true, log: 'plain', width: 100 },
    smsProvider: { kind: 'text', label: '服务商', max: 50, byServer: true, log: 'plain', width: 90 },
    providerId: { kind: 'text', label: '回执编号', max: 100, byServer: true, log: 'plain', width: 160 },
    failReason: { kind: 'text', label: '失败原因', max: 500, byServer: true, log: 'plain', width: 200 },
    sendTime: { kind: 'datetime', label: '发送时间', byServer: true, log: 'plain', width: 170 },
  },
  list: ['createTime', 'smsPhone', 'smsStatus', 'smsTemplate', 'smsContent', 'smsProvider', 'failReason', 'sendTime'],
  listOptions: { copy: ['smsPhone'] },
  form: ['smsPhone', 'smsTemplate', 'smsContent'],
  sort: 'createTime:desc',
  scope: { person: 'createUser' },
});
