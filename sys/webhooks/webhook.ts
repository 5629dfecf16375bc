import { eventName } from '@back-office/contract/office/own-events.ts';
import { resourceName } from '@back-office/contract/resource/name-patterns.ts';
import { enabledOrNot, statuses } from '@back-office/contract/status.ts';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';

/** Addresses to which changes of records are told (docs/wire.md "Programs"). */
export const webhook = defineResource({
  name: 'sys/webhook',
  title: '推送',
  table: 'sys_webhook',
  label: 'webhookName',
  fields: {
    webhookName: { kind: 'text', label: '名称', required: true, max: 50, log: 'plain', width: 170, help: '写明推送给哪个程序' },
    // Not in the log: many services keep a secret in the address.
    webhookUrl: {
      kind: 'text',
      label: '接收地址',
      required: true,
      max: 500,
      shape: { pattern: '^https?://[^\\s<>"\'\\\\]+$', message: '应以 http:// 或 https:// 开头', example: 'https://example.com/hook' },
      width: 280,
      help: '以 https:// 开头；不跟随跳转',
    },
    events: {
      kind: 'texts',
      label: '事件',
      required: true,
      max: 100,
      most: 300,
      shape: {
        pattern: `^${resourceName}:${eventName}$`,
        message: '应为“资源:事件”，例如 sys/user:added',
        example: 'sys/user:added',
      },
      log: 'plain',
      width: 260,
      help: '只会推送建立者当时有权查看的数据的事件',
    },
    webhookStatus: { kind: 'dict', label: '状态', required: true, dict: 'status', default: statuses.enabled, log: 'plain', width: 90 },
    sysUserId: { kind: 'reference', label: '建立者', to: 'sys/user', owned: true, byServer: true, log: 'plain', width: 120 },
    offReason: { kind: 'text', label: '停用原因', max: 200, byServer: true, log: 'plain', width: 200 },
  },
  list: ['webhookName', 'webhookStatus', 'webhookUrl', 'events', 'sysUserId', 'offReason', 'createTime'],
  listOptions: { toggle: { webhookStatus: { values: enabledOrNot } } },
  form: ['webhookName', 'webhookUrl', 'events', 'webhookStatus'],
  sort: 'createTime:desc',
  once: { secret: '签名密钥' },
  scope: { person: 'sysUserId' },
  browse: { find: ['webhookName'], card: ['webhookStatus', 'webhookUrl', 'sysUserId'] },
});
