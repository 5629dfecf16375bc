import { enabledOrNot, statuses } from '@back-office/contract/status.ts';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';

/** Dictionaries: a root entry names one, its children are the choices (docs/spec.md 3; docs/wire.md "Fields": dict). */
export const dict = defineResource({
  name: 'sys/dict',
  title: '字典',
  table: 'sys_dict',
  label: 'dictLabel',
  fields: {
    parentId: { kind: 'parent', label: '上级字典', log: 'plain', width: 150 },
    dictLabel: { kind: 'text', label: '字典名称', required: true, max: 100, log: 'plain', width: 220 },
    // As many Chinese characters as its unique index holds; earlier versions stored up to 2,000 (maxWord).
    dictValue: { kind: 'text', label: '字典值', required: true, max: 800, log: 'plain', width: 160 },
    dictValueType: { kind: 'dict', label: '值类型', required: true, dict: 'dict_value_type', default: 'String', log: 'plain', width: 95 },
    dictColor: { kind: 'colour', label: '颜色', log: 'plain', width: 90 },
    dictSort: { kind: 'number', label: '排序', min: 0, max: 999999, default: 0, log: 'plain', width: 70 },
    dictStatus: { kind: 'dict', label: '状态', required: true, dict: 'status', default: statuses.enabled, log: 'plain', width: 90 },
    dictRemark: { kind: 'longText', label: '备注', max: 500, log: 'plain', width: 280 },
  },
  list: ['dictLabel', 'parentId', 'dictStatus', 'dictValue', 'dictValueType', 'dictColor', 'dictSort', 'dictRemark', 'updateTime'],
  listOptions: {
    batch: ['dictStatus', 'dictColor', 'dictRemark'],
    toggle: { dictStatus: { values: enabledOrNot } },
    copy: ['dictValue'],
  },
  form: ['parentId', 'dictLabel', 'dictValue', 'dictValueType', 'dictColor', 'dictSort', 'dictStatus', 'dictRemark'],
  import: ['parentId', 'dictLabel', 'dictValue', 'dictValueType', 'dictColor', 'dictSort', 'dictRemark'],
  sort: 'dictSort:asc',
  unique: [['parentId', 'dictValue']],
  rules: ['dictValueOfType'],
  browse: {
    filters: ['dictStatus', 'dictValueType'],
    card: ['dictStatus', 'dictValue', 'dictValueType'],
  },
});
