import { enabledOrNot, statuses } from '@back-office/contract/status.ts';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import { districtCodeShape } from './district-code-shape.ts';

/**
 * Administrative divisions by GB/T 2260, a tree (docs/wire.md "Fields": district).
 * @example
 * export const districtsOf = (context: Context, id: string) => selectPage(context, district, { eq: `parentId:${id}`, limit: 100 });
 */
export const district = defineResource({
  name: 'sys/district',
  title: '地区',
  table: 'sys_district',
  label: 'districtName',
  fields: {
    parentId: { kind: 'parent', label: '上级地区', log: 'plain', width: 140 },
    districtName: { kind: 'text', label: '地区名称', required: true, max: 50, log: 'plain', width: 200 },
    districtCode: { kind: 'text', label: '地区代码', required: true, max: 12, shape: districtCodeShape, log: 'plain', width: 120 },
    districtShortName: { kind: 'text', label: '简称', max: 50, log: 'plain', width: 110 },
    districtLevel: { kind: 'dict', label: '级别', required: true, dict: 'district_level', log: 'plain', width: 90 },
    districtPinyin: { kind: 'text', label: '拼音', max: 200, log: 'plain', width: 170 },
    districtSort: { kind: 'number', label: '排序', min: 0, max: 999999, default: 0, log: 'plain', width: 80 },
    districtStatus: { kind: 'dict', label: '状态', required: true, dict: 'status', default: statuses.enabled, log: 'plain', width: 90 },
  },
  list: [
    'districtName',
    'parentId',
    'districtStatus',
    'districtCode',
    'districtShortName',
    'districtLevel',
    'districtPinyin',
    'districtSort',
  ],
  listOptions: {
    batch: ['districtStatus', 'districtLevel'],
    toggle: { districtStatus: { values: enabledOrNot } },
    copy: ['districtCode'],
  },
  form: [
    'parentId',
    'districtName',
    'districtCode',
    'districtShortName',
    'districtLevel',
    'districtPinyin',
    'districtSort',
    'districtStatus',
  ],
  import: ['parentId', 'districtName', 'districtCode', 'districtShortName', 'districtLevel', 'districtPinyin', 'districtSort'],
  sort: 'districtCode:asc',
  unique: [['districtCode']],
  browse: {
    find: ['districtName', 'districtCode'],
    filters: ['districtLevel', 'districtStatus'],
    card: ['districtStatus', 'districtCode', 'districtLevel'],
  },
});
