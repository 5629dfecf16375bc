import { enabledOrNot, statuses } from '@back-office/contract/status.ts';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';

/**
 * Organisations, a tree (docs/wire.md "Fields": org).
 * @example
 * const shown = ({ orgName, orgCode }: RowOf<typeof org>) => `${orgName}（${orgCode}）`;
 */
export const org = defineResource({
  name: 'sys/org',
  title: '机构',
  table: 'sys_org',
  label: 'orgName',
  fields: {
    parentId: { kind: 'parent', label: '上级机构', log: 'plain', width: 150 },
    orgName: { kind: 'text', label: '机构名称', required: true, max: 100, log: 'plain', width: 220 },
    orgCode: { kind: 'text', label: '机构编码', required: true, max: 50, shape: 'code', log: 'plain', width: 140 },
    orgType: { kind: 'dict', label: '机构类型', dict: 'org_type', log: 'plain', width: 110 },
    sysDistrictId: { kind: 'reference', label: '所属地区', to: 'sys/district', log: 'plain', width: 130 },
    orgAddress: { kind: 'text', label: '地址', max: 200, log: 'plain', width: 200 },
    orgLeader: { kind: 'text', label: '负责人', max: 50, log: 'plain', width: 100 },
    orgPhone: { kind: 'text', label: '联系电话', max: 21, shape: 'phone', log: 'mask', width: 160 },
    orgSort: { kind: 'number', label: '排序', min: 0, max: 999999, default: 0, log: 'plain', width: 80 },
    orgStatus: { kind: 'dict', label: '状态', required: true, dict: 'status', default: statuses.enabled, log: 'plain', width: 90 },
    orgRemark: { kind: 'longText', label: '备注', max: 500, log: 'plain' },
  },
  list: ['orgName', 'parentId', 'orgStatus', 'orgCode', 'orgType', 'orgLeader', 'orgPhone', 'sysDistrictId', 'orgSort', 'createTime'],
  listOptions: {
    batch: ['orgStatus', 'orgType', 'sysDistrictId', 'orgLeader', 'orgPhone'],
    toggle: { orgStatus: { values: enabledOrNot } },
    copy: ['orgCode', 'orgPhone'],
  },
  form: [
    'parentId',
    'orgName',
    'orgCode',
    'orgType',
    'sysDistrictId',
    'orgAddress',
    'orgLeader',
    'orgPhone',
    'orgSort',
    'orgStatus',
    'orgRemark',
  ],
  import: ['parentId', 'orgName', 'orgCode', 'orgType', 'sysDistrictId', 'orgAddress', 'orgLeader', 'orgPhone', 'orgSort', 'orgRemark'],
  sort: 'orgSort:asc',
  scope: { org: 'id' },
  unique: [['orgCode']],
  browse: { find: ['orgName', 'orgCode', 'orgLeader'], card: ['orgStatus', 'orgCode', 'orgLeader'] },
});
