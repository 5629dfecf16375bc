import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import { messageStatuses } from '../shared/message-statuses.ts';

export const mailStatuses = messageStatuses;

/** Why a mail was left unsent because of its recipient, who may be enabled again, confirm an address or get the right later. */
export const recipientReasons = {
  account: '收件人的账号已停用或删除，不再发送',
  address: '收件人的邮箱已更换，不再发送',
  right: '收件人已没有查看它的权限，不再发送',
} as const;

/** Whether a mail may be sent again by hand. */
export const mayResend = ({ mailStatus, failReason }: { mailStatus: string | null; failReason: string | null }): boolean =>
  mailStatus === mailStatuses.failed ||
  (mailStatus === mailStatuses.left && Object.values<string | null>(recipientReasons).includes(failReason));

/** Mails that were sent or wait: written by the server alone, each for one person. */
export const mail = defineResource({
  name: 'sys/mail',
  title: '邮件',
  table: 'sys_mail',
  label: 'mailSubject',
  operations: ['select', 'select-page'],
  fields: {
    mailSubject: { kind: 'text', label: '主题', max: 200, width: 260 },
    mailStatus: { kind: 'dict', label: '状态', dict: 'mail_status', width: 90 },
    mailTopic: { kind: 'text', label: '类别', max: 20, width: 110 },
    mailTo: { kind: 'text', label: '收件地址', max: 100, width: 220 },
    mailName: { kind: 'text', label: '收件人', max: 50, width: 110 },
    mailAttempts: { kind: 'number', label: '次数', min: 0, max: 1000, width: 70 },
    failReason: { kind: 'text', label: '原因', max: 400, width: 300 },
    sendTime: { kind: 'datetime', label: '发送时间', width: 165 },
    mailContent: { kind: 'longText', label: '内容', max: 8000 },
  },
  list: ['mailSubject', 'mailStatus', 'mailTopic', 'mailTo', 'mailName', 'mailAttempts', 'failReason', 'sendTime', 'createTime'],
  form: [],
  sort: 'createTime:desc',
  scope: { person: 'createUser' },
  browse: { find: ['mailSubject', 'mailTo', 'mailName'], filters: ['mailStatus'], card: ['mailStatus', 'mailTo', 'sendTime'] },
});
