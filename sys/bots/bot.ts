import { enabledOrNot, statuses, yesOrNo } from '@back-office/contract/status.ts';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';

/** Whose bots they are (dictionary `bot_kind`). */
export const botKinds = { wecom: '企业微信', dingtalk: '钉钉', feishu: '飞书' } as const;

/** Bots by which groups of people are told. */
export const bot = defineResource({
  name: 'sys/bot',
  title: '群机器人',
  table: 'sys_bot',
  label: 'botName',
  fields: {
    botName: { kind: 'text', label: '名称', required: true, max: 50, log: 'plain', width: 170, help: '写明发到哪个群' },
    botKind: { kind: 'dict', label: '类型', required: true, dict: 'bot_kind', log: 'plain', width: 100 },
    // Whoever has the address may post to the group: it is never read out.
    botUrl: {
      kind: 'secret',
      label: '机器人地址',
      required: true,
      min: 20,
      max: 500,
      help: '从群机器人的设置中完整复制；保存后不再显示，修改时留空则不变',
    },
    botSecret: { kind: 'secret', label: '签名密钥', min: 4, max: 200, help: '钉钉“加签”、飞书“签名校验”的密钥；修改时留空则不变' },
    tellNotices: { kind: 'boolean', label: '发给全员的通知公告', default: '否', log: 'plain', width: 190 },
    tellJobs: { kind: 'boolean', label: '失败的任务', default: '否', log: 'plain', width: 110 },
    tellApprovals: { kind: 'boolean', label: '待审核的注册', default: '否', log: 'plain', width: 120 },
    botStatus: { kind: 'dict', label: '状态', required: true, dict: 'status', default: statuses.enabled, log: 'plain', width: 90 },
  },
  list: ['botName', 'botStatus', 'botKind', 'tellNotices', 'tellJobs', 'tellApprovals', 'createTime'],
  listOptions: {
    toggle: {
      botStatus: { values: enabledOrNot },
      tellNotices: { values: yesOrNo },
      tellJobs: { values: yesOrNo },
      tellApprovals: { values: yesOrNo },
    },
  },
  form: ['botName', 'botKind', 'botUrl', 'botSecret', 'tellNotices', 'tellJobs', 'tellApprovals', 'botStatus'],
  import: [],
  sort: 'createTime:desc',
  scope: { person: 'createUser' },
  browse: { find: ['botName'], filters: ['botKind', 'botStatus'], card: ['botStatus', 'botKind'] },
});
