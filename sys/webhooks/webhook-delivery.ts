import { defineResource } from '@back-office/contract/resource/define-resource.ts';

/** What became of a delivery (dictionary `delivery_status`). */
export const deliveryStatuses = { waiting: '待推送', done: '已送达', failed: '未送达', left: '未推送' } as const;

/** What was told of a change to whom, and what they answered. */
export const webhookDelivery = defineResource({
  name: 'sys/webhook-delivery',
  title: '推送记录',
  table: 'sys_webhook_delivery',
  label: 'eventName',
  operations: ['select', 'select-page'],
  fields: {
    eventName: { kind: 'text', label: '事件', max: 120, width: 190 },
    sysWebhookId: { kind: 'reference', label: '推送', to: 'sys/webhook', owned: true, width: 150 },
    targetId: { kind: 'text', label: '数据编号', max: 36, width: 290 },
    deliveryStatus: { kind: 'dict', label: '状态', dict: 'delivery_status', width: 90 },
    attempts: { kind: 'number', label: '次数', min: 0, max: 1000, width: 70 },
    answerStatus: { kind: 'number', label: '答复', min: 0, max: 999, width: 70 },
    duration: { kind: 'number', label: '耗时', min: 0, max: 1_000_000, unit: 'ms', width: 90 },
    failReason: { kind: 'text', label: '原因', max: 300, width: 240 },
    lastTime: { kind: 'datetime', label: '最近推送', width: 165 },
    nextTime: { kind: 'datetime', label: '下次推送', width: 165 },
    requestBody: { kind: 'longText', label: '请求内容', max: 4000 },
    answerBody: { kind: 'longText', label: '答复内容', max: 4000 },
  },
  list: [
    'createTime',
    'eventName',
    'deliveryStatus',
    'sysWebhookId',
    'targetId',
    'attempts',
    'answerStatus',
    'duration',
    'failReason',
    'lastTime',
    'nextTime',
  ],
  listOptions: { hidden: ['nextTime', 'duration'], copy: ['targetId'] },
  form: [],
  sort: 'createTime:desc',
  scope: { person: 'createUser' },
  browse: { find: ['targetId', 'eventName'], filters: ['deliveryStatus'], card: ['deliveryStatus', 'sysWebhookId', 'lastTime'] },
});
