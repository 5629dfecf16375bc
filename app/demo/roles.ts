/** A role of the demo: its data scope, and its grants by resource. */
export interface DemoRole {
  readonly code: string;
  readonly name: string;
  readonly scope: string;
  readonly remark: string;
  readonly grants: Readonly<Record<string, string>>;
  /** Codes of the organisations of the scope 自定义. */
  readonly orgs?: readonly string[];
}

/** Roles with each of the data scopes. */
export const demoRoles: readonly DemoRole[] = [
  {
    code: 'hr',
    name: '人事主管',
    scope: '全部',
    remark: '维护人员、机构与部门，发布人事公告',
    grants: {
      'sys/user': 'read,add,edit,delete,import,export',
      'sys/org': 'read,add,edit,import,export',
      'sys/dept': 'read,add,edit,delete,import,export',
      'sys/role': 'read',
      'sys/msg': 'read,add,edit,delete',
      'sys/sms': 'read,add',
      'sys/file': 'read,delete',
      'sys/dict': 'read',
    },
  },
  {
    code: 'branch',
    name: '分公司经理',
    scope: '本机构及下级',
    remark: '查看并维护本分公司及下级的人员',
    grants: {
      'sys/user': 'read,edit,export',
      'sys/org': 'read',
      'sys/dept': 'read,add,edit',
      'sys/msg': 'read,add,edit',
      'sys/file': 'read',
    },
  },
  {
    code: 'staff',
    name: '普通员工',
    scope: '本人',
    remark: '查看公告与自己的资料',
    grants: { 'sys/user': 'read', 'sys/msg': 'read', 'sys/file': 'read,delete' },
  },
  {
    code: 'auditor',
    name: '审计员',
    scope: '全部',
    remark: '只读：登录日志、操作日志、在线用户',
    grants: { 'sys/log-login': 'read,export', 'sys/log-opt': 'read,export', 'sys/session': 'read', 'sys/user': 'read', 'sys/role': 'read' },
  },
  {
    code: 'keeper',
    name: '字典与地区维护',
    scope: '本机构',
    remark: '维护基础数据',
    grants: { 'sys/dict': 'write', 'sys/district': 'read,edit,export', 'sys/function': 'read' },
  },
  {
    code: 'manufacturing',
    name: '制造板块统计员',
    scope: '自定义',
    remark: '只见两座工厂的人员与部门',
    grants: { 'sys/user': 'read,export', 'sys/dept': 'read,export', 'sys/org': 'read' },
    orgs: ['LS-JM-01', 'LS-JM-02'],
  },
];
