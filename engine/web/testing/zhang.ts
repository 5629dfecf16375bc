/** A person as stored by the server, shown and changed by tests of a single record. */
export const zhang = {
  id: '7',
  version: 3,
  userAccount: 'zhang',
  userName: '张三',
  userStatus: '正常',
  userPhone: '13800138000',
  sysRoleIds: [],
  twoStepRequired: '否',
  updateTime: '2026-03-04 05:06:07',
};
