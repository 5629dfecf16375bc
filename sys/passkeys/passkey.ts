import { defineResource } from '@back-office/contract/resource/define-resource.ts';

/** Passkeys: what people sign in with beside a password, or in its place. Each is made by its person alone (docs/decisions/0088-passkeys.md). */
export const passkey = defineResource({
  name: 'sys/passkey',
  title: '通行密钥',
  table: 'sys_passkey',
  label: 'passkeyName',
  operations: ['select-page', 'delete', 'export'],
  ownChanges: ['added', 'changed'],
  fields: {
    passkeyName: { kind: 'text', label: '名称', required: true, max: 50, log: 'plain', width: 190 },
    sysUserId: { kind: 'reference', label: '所属用户', to: 'sys/user', required: true, owned: true, log: 'plain', width: 120 },
    passkeySynced: { kind: 'boolean', label: '多设备同步', required: true, default: '否', width: 110 },
    lastUsedTime: { kind: 'datetime', label: '最近使用', width: 165 },
    lastUsedIp: { kind: 'text', label: '最近使用地址', max: 45, width: 140 },
  },
  list: ['passkeyName', 'sysUserId', 'passkeySynced', 'createTime', 'lastUsedTime', 'lastUsedIp'],
  form: [],
  sort: 'createTime:desc',
  scope: { person: 'sysUserId' },
  browse: { find: ['passkeyName'], card: ['sysUserId', 'lastUsedTime'] },
});
