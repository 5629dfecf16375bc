import { defineResource } from '@back-office/contract/resource/define-resource.ts';

/** Who is signed in; deleting one ends that session (docs/wire.md "Specific calls"). */
export const session = defineResource({
  name: 'sys/session',
  title: '在线用户',
  table: 'sys_online',
  label: 'userAccount',
  operations: ['select-page', 'delete'],
  fields: {
    sysUserId: { kind: 'reference', label: '姓名', to: 'sys/user', width: 110 },
    userAccount: { kind: 'text', label: '账号', max: 32, width: 135 },
    loginIp: { kind: 'text', label: 'IP 地址', max: 45, width: 118 },
    loginBrowser: { kind: 'text', label: '浏览器', max: 100, width: 180 },
    loginOs: { kind: 'text', label: '操作系统', max: 100, width: 110 },
    loginTime: { kind: 'datetime', label: '登录时间', width: 165 },
    tabCount: { kind: 'number', label: '标签页', min: 0, max: 9999, width: 80 },
    lastSeenTime: { kind: 'datetime', label: '最近活动', width: 165 },
  },
  list: ['userAccount', 'sysUserId', 'loginIp', 'loginBrowser', 'loginOs', 'tabCount', 'loginTime', 'lastSeenTime'],
  listOptions: { copy: ['userAccount', 'loginIp'] },
  form: [],
  sort: 'lastSeenTime:desc',
  scope: { person: 'sysUserId' },
  browse: { filters: ['lastSeenTime', 'loginTime'] },
});
