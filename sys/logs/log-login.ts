import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import { logOperations } from '@back-office/contract/resource/resource.ts';

/** Every sign-in and its end (docs/wire.md "Fields": log-login). Read only, grows forever. */
export const logLogin = defineResource({
  name: 'sys/log-login',
  title: '登录日志',
  table: 'sys_log_login',
  label: 'userAccount',
  operations: logOperations,
  fields: {
    userAccount: { kind: 'text', label: '账号', max: 256, width: 130 },
    userName: { kind: 'text', label: '姓名', max: 50, width: 120 },
    loginType: { kind: 'dict', label: '类型', dict: 'login_type', width: 80 },
    loginStatus: { kind: 'dict', label: '结果', dict: 'result_status', width: 90 },
    loginMessage: { kind: 'text', label: '说明', max: 200, width: 200 },
    loginIp: { kind: 'text', label: 'IP 地址', max: 45, width: 140 },
    loginBrowser: { kind: 'text', label: '浏览器', max: 100, width: 180 },
    loginOs: { kind: 'text', label: '操作系统', max: 100, width: 110 },
    loginTime: { kind: 'datetime', label: '时间', width: 170 },
  },
  list: ['loginTime', 'userAccount', 'userName', 'loginType', 'loginStatus', 'loginMessage', 'loginIp', 'loginBrowser', 'loginOs'],
  listOptions: { copy: ['userAccount', 'loginIp'] },
  form: [],
  sort: 'loginTime:desc',
  scope: { person: 'createUser' },
  browse: {
    find: ['userAccount', 'userName', 'loginIp'],
    filters: ['loginTime', 'loginType', 'loginStatus'],
    card: ['loginStatus', 'loginType', 'loginTime'],
    grams: ['userAccount', 'userName', 'loginMessage', 'loginIp'],
    counted: true,
  },
});
