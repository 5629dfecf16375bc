import { enabledOrNot, statuses } from '@back-office/contract/status.ts';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';

/**
 * Departments within an organisation, a tree (docs/wire.md "Fields": dept).
 * @example
 * export const placeOf = ({ deptName, sysOrgIdLabel }: RecordOf<typeof dept>) => `${sysOrgIdLabel ?? ''} ${deptName}`;
 */
export const dept = defineResource({
  name: 'sys/dept',
  title: '部门',
  table: 'sys_dept',
  label: 'deptName',
  fields: {
    parentId: { kind: 'parent', label: '上级部门', within: 'sysOrgId', log: 'plain', width: 150 },
    sysOrgId: { kind: 'reference', label: '所属机构', to: 'sys/org', log: 'plain', width: 210 },
    deptName: { kind: 'text', label: '部门名称', required: true, max: 100, log: 'plain', width: 180 },
    deptCode: { kind: 'text', label: '部门编码', max: 50, shape: 'code', log: 'plain', width: 140 },
    deptLeader: { kind: 'text', label: '负责人', max: 50, log: 'plain', width: 110 },
    deptPhone: { kind: 'text', label: '联系电话', max: 21, shape: 'phone', log: 'mask', width: 150 },
    deptSort: { kind: 'number', label: '排序', min: 0, max: 999999, default: 0, log: 'plain', width: 70 },
    deptStatus: { kind: 'dict', label: '状态', required: true, dict: 'status', default: statuses.enabled, log: 'plain', width: 90 },
    deptRemark: { kind: 'longText', label: '备注', max: 500, log: 'plain' },
  },
  list: ['deptName', 'parentId', 'deptStatus', 'sysOrgId', 'deptCode', 'deptLeader', 'deptPhone', 'deptSort', 'createTime'],
  listOptions: {
    batch: ['deptStatus', 'deptLeader', 'deptPhone'],
    toggle: { deptStatus: { values: enabledOrNot } },
    copy: ['deptPhone'],
  },
  form: ['sysOrgId', 'parentId', 'deptName', 'deptCode', 'deptLeader', 'deptPhone', 'deptSort', 'deptStatus', 'deptRemark'],
  import: ['parentId', 'sysOrgId', 'deptName', 'deptCode', 'deptLeader', 'deptPhone', 'deptSort', 'deptRemark'],
  sort: 'deptSort:asc',
  scope: { org: 'sysOrgId' },
  browse: { find: ['deptName', 'deptCode'], card: ['deptStatus', 'sysOrgId', 'deptLeader'], tree: 'sysOrgId' },
});
