import { watermarks } from '@back-office/contract/calls/watermark.ts';
import { enabledOrNot, statuses } from '@back-office/contract/status.ts';
import { dataScopes } from '@back-office/contract/data-scopes.ts';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';

/**
 * What people may do, and which rows they see (docs/wire.md "Fields": role).
 * @example
 * export const findLawyers = (context: Context) => selectPage(context, role, { eq: ['roleCode:lawyer', 'roleStatus:正常'] });
 */
export const role = defineResource({
  name: 'sys/role',
  title: '角色',
  table: 'sys_role',
  label: 'roleName',
  fields: {
    roleName: { kind: 'text', label: '角色名称', required: true, max: 50, log: 'plain', width: 140 },
    roleCode: { kind: 'text', label: '角色编码', required: true, max: 50, shape: 'code', log: 'plain', width: 140 },
    roleSort: { kind: 'number', label: '排序', min: 0, max: 999999, default: 0, log: 'plain', width: 70 },
    roleStatus: { kind: 'dict', label: '状态', required: true, dict: 'status', default: statuses.enabled, log: 'plain', width: 90 },
    dataScope: { kind: 'dict', label: '数据范围', required: true, dict: 'data_scope', default: dataScopes.own, log: 'plain', width: 115 },
    sysOrgIds: { kind: 'references', label: '自定义机构', to: 'sys/org', link: 'sys_role_org', log: 'plain', width: 200 },
    roleWatermark: {
      kind: 'dict',
      label: '水印',
      required: true,
      dict: 'role_watermark',
      default: watermarks.asSet,
      log: 'plain',
      width: 105,
    },
    roleRemark: { kind: 'longText', label: '备注', max: 500, log: 'plain', width: 250 },
  },
  list: ['roleName', 'roleStatus', 'roleCode', 'dataScope', 'roleWatermark', 'roleRemark', 'roleSort', 'createTime'],
  listOptions: {
    batch: ['roleStatus', 'dataScope', 'roleWatermark'],
    toggle: { roleStatus: { values: enabledOrNot, ask: { 停用: '停用后，成员立即失去这个角色的权限；没有其他角色的成员会退出登录。' } } },
    copy: ['roleCode'],
  },
  form: ['roleName', 'roleCode', 'roleSort', 'roleStatus', 'dataScope', 'sysOrgIds', 'roleWatermark', 'roleRemark'],
  import: ['roleName', 'roleCode', 'roleSort', 'roleStatus', 'dataScope', 'roleRemark'],
  sort: 'roleSort:asc',
  unique: [['roleCode']],
  browse: { find: ['roleName', 'roleCode'], filters: ['roleStatus', 'dataScope'], card: ['roleStatus', 'roleCode', 'dataScope'] },
});
