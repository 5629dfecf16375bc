import { permissionName } from '@back-office/contract/office/module-names.ts';
import { resourceName } from '@back-office/contract/resource/name-patterns.ts';
import { enabledOrNot, statuses } from '@back-office/contract/status.ts';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';

/** Keys by which programs call as a person (docs/wire.md "Programs"). */
export const token = defineResource({
  name: 'sys/token',
  title: '接口密钥',
  table: 'sys_token',
  label: 'tokenName',
  fields: {
    tokenName: {
      kind: 'text',
      label: '名称',
      required: true,
      max: 50,
      log: 'plain',
      width: 170,
      help: '写明是哪个程序在用，例如“考勤同步”',
    },
    sysUserId: { kind: 'reference', label: '所属用户', to: 'sys/user', required: true, owned: true, log: 'plain', width: 120 },
    tokenRights: {
      kind: 'texts',
      label: '权限',
      required: true,
      max: 100,
      most: 500,
      shape: {
        pattern: `^${resourceName}:${permissionName}$`,
        message: '应为“资源:权限”，例如 sys/user:read',
        example: 'sys/user:read',
      },
      log: 'plain',
      width: 260,
      help: '密钥只能做所选的、且所属用户当时也能做的操作；替别人建立或转给别人的，还以建立者和转交者当时能做的为限，他们被停用或删除后失效',
    },
    allowedAddresses: {
      kind: 'texts',
      label: '允许的来源地址',
      max: 50,
      most: 100,
      log: 'plain',
      width: 180,
      help: '留空则不限；可填 IP 地址或网段，例如 10.1.2.3、10.0.0.0/8',
    },
    expireTime: { kind: 'datetime', label: '到期时间', required: true, log: 'plain', width: 225, help: '最长一年' },
    tokenStatus: { kind: 'dict', label: '状态', required: true, dict: 'status', default: statuses.enabled, log: 'plain', width: 90 },
    lastUsedTime: { kind: 'datetime', label: '最近使用', width: 165 },
    lastUsedIp: { kind: 'text', label: '最近使用地址', max: 45, setWith: 'lastUsedTime', width: 140 },
  },
  list: [
    'tokenName',
    'tokenStatus',
    'sysUserId',
    'tokenRights',
    'expireTime',
    'lastUsedTime',
    'lastUsedIp',
    'allowedAddresses',
    'createTime',
  ],
  listOptions: {
    hidden: ['allowedAddresses'],
    toggle: { tokenStatus: { values: enabledOrNot, ask: { 停用: '停用后，用这个密钥的程序立即无法调用。' } } },
  },
  form: ['tokenName', 'sysUserId', 'tokenRights', 'allowedAddresses', 'expireTime', 'tokenStatus'],
  sort: 'createTime:desc',
  once: { token: '密钥' },
  scope: { person: 'sysUserId' },
  browse: { find: ['tokenName'], card: ['tokenStatus', 'sysUserId', 'expireTime'] },
});
