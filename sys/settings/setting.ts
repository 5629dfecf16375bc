import { defineResource } from '@back-office/contract/resource/define-resource.ts';

/** Settings that hold without a restart; nobody adds one or removes one. */
export const setting = defineResource({
  name: 'sys/setting',
  title: '参数设置',
  table: 'sys_setting_now',
  label: 'settingTitle',
  operations: ['select', 'select-page'],
  fields: {
    settingTitle: { kind: 'text', label: '参数', max: 50, width: 150 },
    settingGroup: { kind: 'text', label: '分组', max: 50, width: 90 },
    currentText: { kind: 'text', label: '当前值', max: 500, width: 190 },
    settingSource: { kind: 'text', label: '来源', max: 10, width: 100 },
    defaultText: { kind: 'text', label: '默认值', max: 500, width: 120 },
    settingAbout: { kind: 'text', label: '说明', max: 500, width: 390 },
    settingName: { kind: 'text', label: '环境变量或标识', max: 100, width: 210 },
    settingOrder: { kind: 'number', label: '顺序', min: 0, max: 10_000, width: 80 },
    currentValue: { kind: 'longText', label: '存储的值', max: 4300, width: 120 },
  },
  list: [
    'settingTitle',
    'settingGroup',
    'currentText',
    'settingSource',
    'defaultText',
    'settingAbout',
    'updateUser',
    'updateTime',
    'settingName',
  ],
  listOptions: { hidden: ['settingName', 'defaultText'] },
  form: [],
  search: ['settingTitle', 'settingGroup', 'currentText', 'settingSource', 'settingAbout', 'settingName'],
  sort: 'settingOrder:asc',
  browse: {
    find: ['settingTitle', 'settingGroup', 'settingAbout', 'settingName'],
    card: ['currentText', 'settingAbout'],
  },
});
