import { defineResource } from '@back-office/contract/resource/define-resource.ts';

/** A resource for tests that address columns by position, so that a new field in the product does not shift them. */
export const person = defineResource({
  name: 'sys/person',
  title: '人员',
  table: 'sys_person',
  label: 'account',
  fields: {
    account: { kind: 'text', label: '账号', required: true, max: 50, shape: 'account' },
    fullName: { kind: 'text', label: '姓名', required: true, max: 50 },
    gender: { kind: 'dict', label: '性别', dict: 'gender' },
    phone: { kind: 'text', label: '手机号', max: 21, shape: 'phone' },
    email: { kind: 'text', label: '邮箱', max: 100, shape: 'email' },
    sysOrgId: { kind: 'reference', label: '机构', to: 'sys/org' },
    sysDeptId: { kind: 'reference', label: '部门', to: 'sys/dept' },
    remark: { kind: 'longText', label: '备注', max: 500 },
  },
  list: ['account'],
  form: ['account', 'fullName', 'gender', 'phone', 'email', 'sysOrgId', 'sysDeptId', 'remark'],
  import: ['account', 'fullName', 'gender', 'phone', 'email', 'sysOrgId', 'sysDeptId', 'remark'],
  sort: 'account:asc',
});
