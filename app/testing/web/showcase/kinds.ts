import type { Field, FieldKind } from '@back-office/contract/resource/field.ts';
import { labelName } from '@back-office/contract/resource/field.ts';
import type { Values } from '@back-office/web/crud/fields/field-kit.ts';

/** A kind of field for the showcase: a field of it, a usual value and a long one, and the labels of ids. */
interface Shown<F extends Field = Field> {
  readonly field: F;
  readonly usual: unknown;
  readonly long: unknown;
  readonly names?: readonly [usual: unknown, long: unknown];
}

const sentence = '自签订之日起生效，有效期三年；期满前三十日内双方均未提出书面异议的，自动顺延一年，顺延次数不限。';
const longName = '岚山精密仪器（苏州工业园区）第一制造工厂总装车间质量保障与计量检测中心';
const letters = 'A-name-of-many-letters-without-any-place-to-break-it-in-two';

/** Every kind of field: the compiler names one that is missing here. */
export const kinds: { readonly [K in FieldKind]: Shown<Extract<Field, { kind: K }>> } = {
  text: {
    field: { kind: 'text', label: '文字', max: 200, help: '一行文字，可以带一句说明' },
    usual: '年度框架合同',
    long: `${sentence}${letters}`,
  },
  longText: { field: { kind: 'longText', label: '长文字', max: 500 }, usual: '第一行\n第二行', long: sentence.repeat(4) },
  number: {
    field: { kind: 'number', label: '数字', min: 0, max: 999_999_999, decimals: 2, unit: '元' },
    usual: 1280.5,
    long: 999_999_999.99,
  },
  datetime: { field: { kind: 'datetime', label: '时间' }, usual: '2026-03-04 05:06:07', long: '2026-12-31 23:59:59' },
  date: { field: { kind: 'date', label: '日期' }, usual: '2026-03-04', long: '2026-12-31' },
  boolean: { field: { kind: 'boolean', label: '是否', default: '否' }, usual: '是', long: '否' },
  dict: { field: { kind: 'dict', label: '字典', dict: 'showcase' }, usual: '履行中', long: '已终止（双方协商一致提前解除）' },
  colour: { field: { kind: 'colour', label: '颜色' }, usual: '#1890FF', long: '#FAFAFA' },
  secret: { field: { kind: 'secret', label: '密码', min: 8, max: 256 }, usual: 'x', long: 'x' },
  reference: { field: { kind: 'reference', label: '引用', to: 'sys/user' }, usual: '1', long: '2', names: ['林晚晴', longName] },
  references: {
    field: { kind: 'references', label: '多个引用', to: 'sys/role', link: 'sys_sample_role' },
    usual: ['1', '2'],
    long: ['1', '2', '3', '4', '5'],
    names: [
      ['人事主管', '分公司经理'],
      ['人事主管', '分公司经理', '普通员工', '档案与保密管理专员', longName],
    ],
  },
  ids: { field: { kind: 'ids', label: '编号', to: ['sys/user', 'sys/org'] }, usual: ['1', '2'], long: ['1', '2', '3', '4', '5'] },
  texts: {
    field: { kind: 'texts', label: '多个文字', max: 64, most: 9 },
    usual: ['华东', '季度'],
    long: ['华东区域', '需法务复核', letters, '已归档', '纸质原件在总部档案室'],
  },
  parent: { field: { kind: 'parent', label: '上级' }, usual: '1', long: '2', names: ['岚山集团', longName] },
  file: { field: { kind: 'file', label: '图片' }, usual: '1', long: '1' },
  json: {
    field: { kind: 'json', label: '结构' },
    usual: { before: '正常', after: '停用' },
    long: { before: { name: sentence, letters }, after: [1, 2, 3] },
  },
};

/** A record of the resource that `sampleOf` makes of the field. */
export function rowOf({ usual, long, names }: Shown, which: 'usual' | 'long' | 'empty'): Values {
  const sampleName = which === 'long' ? longName : '样本';
  if (which === 'empty') return { sampleName, one: null };
  const [label] = names === undefined ? [] : [names[which === 'usual' ? 0 : 1]];
  return { sampleName, one: which === 'usual' ? usual : long, ...(label === undefined ? {} : { [labelName('one')]: label }) };
}
