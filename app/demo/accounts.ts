/** The password of the demo's named accounts; everybody else has a random one that nobody knows. */
export const demoPassword = 'Lanshan-8848';

/** The demo's named accounts: each sees the product differently. */
export const demoAccounts = [
  {
    account: 'linwanqing',
    name: '林晚晴',
    gender: '女',
    org: 'LS',
    department: '人力资源部',
    role: 'hr',
    says: '人事主管：人员、机构与公告，全部数据',
  },
  {
    account: 'guyanzhou',
    name: '顾砚舟',
    gender: '男',
    org: 'LS-XS-HD',
    department: '市场拓展部',
    role: 'branch',
    says: '分公司经理：只见本机构及下级',
  },
  {
    account: 'sangzhiyu',
    name: '桑知予',
    gender: '女',
    org: 'LS-RJ',
    department: '产品研发部',
    role: 'staff',
    says: '普通员工：只见本人的数据',
  },
] as const;
