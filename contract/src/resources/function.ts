import { defineResource } from '../resource/resource.ts';

/** Menu entries and what can be granted on them (spec.md 2.1, remote mode; wire.md, "Fields": function). */
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
    functionPermission: { kind: 'text', label: '权限', max: 500, shape: 'permissions', log: 'plain', help: '可授予的权限，用英文逗号分隔', width: 220 },
    isHidden: { kind: 'flag', label: '是否隐藏', default: '否', log: 'plain', width: 100 },
    isExternal: { kind: 'flag', label: '是否外链', default: '否', log: 'plain', width: 100 },
    functionComponent: { kind: 'text', label: '组件', required: true, max: 100, shape: 'page', log: 'plain', width: 150 },
    redirectPath: { kind: 'text', label: '重定向', max: 200, shape: 'link', log: 'plain', width: 160 },
    functionSort: { kind: 'number', label: '排序', min: 0, max: 999999, default: 0, log: 'plain', width: 80 },
    functionStatus: { kind: 'dict', label: '状态', required: true, dict: 'status', default: '正常', log: 'plain', width: 90 },
  },
  list: ['functionName', 'parentId', 'rootPath', 'functionComponent', 'functionIcon', 'functionPermission', 'isHidden', 'isExternal', 'redirectPath', 'functionSort', 'functionStatus'],
  form: ['parentId', 'functionName', 'rootPath', 'functionComponent', 'functionIcon', 'functionPermission', 'redirectPath', 'isHidden', 'isExternal', 'functionSort', 'functionStatus'],
  sort: 'functionSort:asc',
});
