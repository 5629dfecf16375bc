import { defineResource } from '../resource/resource.ts';

/** People who sign in (wire.md, "Fields": user). */
export const user = defineResource({
  name: 'sys/user',
  title: '用户',
  table: 'sys_user',
  label: 'userName',
  fields: {
    userAccount: { kind: 'text', label: '账号', required: true, max: 32, min: 2, shape: 'account', log: 'plain', width: 130 },
    userName: { kind: 'text', label: '姓名', required: true, max: 50, log: 'plain', width: 120 },
    userPassword: { kind: 'secret', label: '密码', min: 8, max: 256, help: '留空则生成一次性密码' },
    userAvatar: { kind: 'file', label: '头像' },
    userGender: { kind: 'dict', label: '性别', dict: 'gender', log: 'plain', width: 80 },
    userPhone: { kind: 'text', label: '手机号', max: 21, shape: 'phone', log: 'mask', width: 140 },
    userEmail: { kind: 'text', label: '邮箱', max: 100, shape: 'email', log: 'plain', width: 190 },
    userStatus: { kind: 'dict', label: '状态', required: true, dict: 'user_status', default: '正常', log: 'plain', width: 90 },
    sysOrgId: { kind: 'reference', label: '机构', to: 'sys/org', log: 'plain', width: 150 },
    sysDeptId: { kind: 'reference', label: '部门', to: 'sys/dept', log: 'plain', width: 140 },
    sysRoleIds: { kind: 'references', label: '角色', to: 'sys/role', link: 'sys_user_role', log: 'plain', width: 180 },
    userRemark: { kind: 'longText', label: '备注', max: 500, log: 'plain' },
    lastLoginTime: { kind: 'moment', label: '最近登录', width: 170 },
  },
  list: ['userAccount', 'userName', 'userGender', 'userPhone', 'userEmail', 'sysOrgId', 'sysDeptId', 'sysRoleIds', 'userStatus', 'lastLoginTime', 'createTime'],
  form: ['userAccount', 'userName', 'userPassword', 'userAvatar', 'userGender', 'userPhone', 'userEmail', 'userStatus', 'sysOrgId', 'sysDeptId', 'sysRoleIds', 'userRemark'],
  import: ['userAccount', 'userName', 'userGender', 'userPhone', 'userEmail', 'sysOrgId', 'sysDeptId', 'userRemark'],
  sort: 'createTime:desc',
  scope: { org: 'sysOrgId', person: 'id' },
  unique: [['userAccount']],
  rules: ['passwordNotAccount'],
});
