import { defineResource } from '@back-office/contract/resource/define-resource.ts';

/** Accounts elsewhere by which people sign in here (docs/wire.md "Other ways to sign in"); without a user, who has come and is nobody yet. */
export const linkedAccount = defineResource({
  name: 'sys/linked-account',
  title: '关联账号',
  table: 'sys_linked_account',
  label: 'externalName',
  fields: {
    externalName: {
      kind: 'text',
      label: '对方名称',
      required: true,
      max: 200,
      log: 'plain',
      width: 200,
      help: '对方系统中的姓名或账号，仅供辨认',
    },
    sysUserId: {
      kind: 'reference',
      label: '本系统用户',
      to: 'sys/user',
      owned: true,
      log: 'plain',
      width: 140,
      help: '留空表示尚未关联，不能登录',
    },
    loginMethod: {
      kind: 'text',
      label: '登录方式',
      required: true,
      max: 50,
      log: 'plain',
      width: 110,
      shape: { pattern: '^[a-z][a-z0-9_]*$', message: '应为登录方式的代号，例如 corp', example: 'corp' },
    },
    issuer: { kind: 'text', label: '签发方', required: true, max: 500, log: 'plain', width: 240, help: '对方系统的地址，与其所报完全一致' },
    subject: { kind: 'text', label: '对方标识', required: true, max: 255, log: 'plain', width: 240, help: '对方系统中不变的编号（sub）' },
    lastUsedTime: { kind: 'datetime', label: '最近登录', width: 165 },
  },
  list: ['externalName', 'sysUserId', 'loginMethod', 'lastUsedTime', 'subject', 'issuer', 'createTime'],
  listOptions: { hidden: ['issuer'] },
  form: ['externalName', 'sysUserId', 'loginMethod', 'issuer', 'subject'],
  sort: 'createTime:desc',
  scope: { person: 'sysUserId' },
  unique: [['issuer', 'subject']],
  browse: { find: ['externalName'], card: ['sysUserId', 'loginMethod', 'lastUsedTime'] },
});
