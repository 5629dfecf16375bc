import { enabledOrNot, statuses } from '@back-office/contract/status.ts';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import { functionShapes } from './function-shapes.ts';

/** Menu entries and what can be granted on them (docs/spec.md 2.1, remote mode; docs/wire.md "Fields": function). */
export const sysFunction = defineResource({
  name: 'sys/function',
  title: '功能',
  table: 'sys_function',
  label: 'functionName',
  fields: {
    parentId: { kind: 'parent', label: '上级功能', log: 'plain', width: 140 },
    functionName: { kind: 'text', label: '功能名称', required: true, max: 50, log: 'plain', width: 180 },
    rootPath: { kind: 'text', label: '路由路径', required: true, max: 200, shape: 'link', log: 'plain', width: 170 },
    functionIcon: { kind: 'text', label: '图标', max: 50, shape: 'code', log: 'plain', width: 120 },
    functionPermission: {
      kind: 'text',
      label: '权限',
      max: 500,
      shape: functionShapes.permissions,
      log: 'plain',
      help: '可授予的权限，用英文逗号分隔',
      width: 220,
    },
    isHidden: { kind: 'boolean', label: '是否隐藏', default: '否', log: 'plain', width: 100 },
    isExternal: { kind: 'boolean', label: '是否外链', default: '否', log: 'plain', width: 100 },
    functionComponent: { kind: 'text', label: '组件', required: true, max: 100, shape: functionShapes.page, log: 'plain', width: 150 },
    redirectPath: { kind: 'text', label: '重定向', max: 200, shape: 'link', log: 'plain', width: 160 },
    functionSort: { kind: 'number', label: '排序', min: 0, max: 999999, default: 0, log: 'plain', width: 80 },
    functionStatus: { kind: 'dict', label: '状态', required: true, dict: 'status', default: statuses.enabled, log: 'plain', width: 90 },
  },
  list: [
    'functionName',
    'parentId',
    'functionStatus',
    'rootPath',
    'functionComponent',
    'functionIcon',
    'functionPermission',
    'isHidden',
    'isExternal',
    'redirectPath',
    'functionSort',
  ],
  listOptions: {
    batch: ['functionStatus', 'isHidden', 'isExternal'],
    toggle: {
      functionStatus: { values: enabledOrNot, ask: { 停用: '停用后，它和下级功能从所有人的菜单中消失，由它授予的权限立即失效。' } },
    },
  },
  form: [
    'parentId',
    'functionName',
    'rootPath',
    'functionComponent',
    'functionIcon',
    'functionPermission',
    'redirectPath',
    'isHidden',
    'isExternal',
    'functionSort',
    'functionStatus',
  ],
  sort: 'functionSort:asc',
});
