import { enabledOrNot, statuses } from '@back-office/contract/status.ts';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';

/** Directories of the company that people, departments and roles are synchronised from (docs/guide/sign-in.md). */
export const directory = defineResource({
  name: 'sys/directory',
  title: '目录同步',
  table: 'sys_directory',
  label: 'directoryName',
  fields: {
    directoryName: { kind: 'text', label: '名称', required: true, max: 50, log: 'plain', width: 160 },
    loginMethod: {
      kind: 'text',
      label: '目录代号',
      required: true,
      max: 50,
      log: 'plain',
      width: 110,
      shape: 'code',
      help: '服务器设置中的代号：LDAP_CORP_…、WECOM_CORP_… 都是 corp',
    },
    sysOrgId: { kind: 'reference', label: '同步到机构', to: 'sys/org', required: true, log: 'plain', width: 150 },
    groupRoles: {
      kind: 'longText',
      label: '组与角色',
      max: 5000,
      log: 'plain',
      help: '每行一条：组名=角色编码。这些角色只由目录的组决定，其余角色不变',
    },
    directoryStatus: {
      kind: 'dict',
      label: '每日同步',
      required: true,
      dict: 'status',
      default: statuses.disabled,
      log: 'plain',
      width: 100,
      help: '以最后保存这条记录的人的权限执行',
    },
    lastTime: { kind: 'datetime', label: '上次同步', width: 165 },
    lastStatus: { kind: 'dict', label: '上次结果', dict: 'result_status', setWith: 'lastTime', width: 95 },
    lastMessage: { kind: 'text', label: '上次的情况', max: 500, setWith: 'lastTime', width: 320 },
    lastPeople: { kind: 'number', label: '目录人数', min: 0, max: 2_147_483_647, setWith: 'lastTime', width: 100 },
  },
  list: [
    'directoryName',
    'directoryStatus',
    'loginMethod',
    'sysOrgId',
    'lastTime',
    'lastStatus',
    'lastMessage',
    'lastPeople',
    'createTime',
  ],
  listOptions: {
    hidden: ['createTime'],
    toggle: { directoryStatus: { values: enabledOrNot, ask: { 正常: '以后每日以您的权限同步人员、部门和角色。' } } },
  },
  form: ['directoryName', 'loginMethod', 'sysOrgId', 'groupRoles', 'directoryStatus'],
  sort: 'createTime:desc',
  scope: { org: 'sysOrgId' },
  unique: [['loginMethod']],
  browse: {
    find: ['directoryName', 'loginMethod'],
    filters: ['directoryStatus', 'lastStatus'],
    card: ['directoryStatus', 'lastTime', 'lastStatus'],
  },
});
