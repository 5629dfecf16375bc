import { defineResource } from '@back-office/contract/resource/define-resource.ts';

/** Files that were uploaded (docs/wire.md "Files"); they come by upload and change never. */
export const file = defineResource({
  name: 'sys/file',
  title: '文件',
  table: 'sys_file',
  label: 'fileName',
  operations: ['select', 'select-page', 'delete'],
  ownChanges: ['added'],
  fields: {
    fileName: { kind: 'text', label: '文件名', max: 255, log: 'plain', width: 280 },
    fileType: { kind: 'text', label: '类型', max: 10, log: 'plain', width: 80 },
    fileAlias: { kind: 'text', label: '别名', max: 255, log: 'plain', width: 160 },
    fileSize: { kind: 'number', label: '大小', min: 0, max: 1024 ** 4, unit: '字节', log: 'plain', width: 90 },
    otcType: { kind: 'text', label: '所属类别', max: 64, log: 'plain', width: 110 },
    otcId: { kind: 'text', label: '所属记录', max: 64, log: 'plain', width: 280 },
    fileSource: { kind: 'text', label: '来源', max: 64, log: 'plain', width: 100 },
  },
  list: ['fileName', 'fileType', 'fileSize', 'otcType', 'createUser', 'createTime', 'fileAlias', 'fileSource'],
  search: ['fileName', 'fileType', 'fileSize', 'fileAlias', 'otcType', 'otcId', 'fileSource', 'createUser', 'createTime'],
  form: [],
  sort: 'createTime:desc',
  scope: { person: 'createUser' },
  browse: { filters: ['createTime'], card: ['fileSize', 'otcType', 'createTime'] },
});
