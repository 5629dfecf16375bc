import type { Module } from '@back-office/contract/office/module.ts';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';

/** Contracts, for a list in this state. */
const contracts = <State extends string>(state: State) =>
  defineResource({
    name: `showcase/${state}`,
    title: '合同',
    table: `showcase_${state}`,
    label: 'contractName',
    fields: {
      contractName: { kind: 'text', label: '名称', required: true, max: 50, width: 260 },
      contractState: { kind: 'dict', label: '状态', dict: 'showcase', width: 120 },
      contractAmount: { kind: 'number', label: '金额', min: 0, max: 999_999_999, decimals: 2, unit: '元', width: 140 },
      signedOn: { kind: 'date', label: '签订日期', width: 120 },
      ownerId: { kind: 'reference', label: '负责人', to: 'sys/user', width: 120 },
      contractNote: { kind: 'longText', label: '备注', max: 500, width: 240 },
    },
    list: ['contractName', 'contractState', 'contractAmount', 'signedOn', 'ownerId', 'contractNote'],
    form: ['contractName', 'contractState', 'contractAmount', 'signedOn', 'ownerId', 'contractNote'],
    sort: 'contractName:asc',
  });

export const filled = contracts('filled');
export const waiting = contracts('waiting');
export const empty = contracts('empty');
export const failed = contracts('failed');
export const refused = contracts('refused');
export const stale = contracts('stale');
export const many = contracts('many');

/** Places of a plant, in a tree. */
export const places = defineResource({
  name: 'showcase/place',
  title: '场所',
  table: 'showcase_place',
  label: 'placeName',
  fields: {
    placeName: { kind: 'text', label: '名称', required: true, max: 50, width: 300 },
    parentId: { kind: 'parent', label: '上级' },
    placeNote: { kind: 'text', label: '说明', max: 100, width: 300 },
  },
  list: ['placeName', 'placeNote'],
  form: ['placeName', 'parentId', 'placeNote'],
  sort: 'placeName:asc',
});

/** The showcase's declarations, beside our own modules. */
export const showcaseModule: Module = {
  name: 'showcase',
  features: [{ name: 'showcase-lists', resources: [filled, waiting, empty, failed, refused, stale, many, places] }],
};
