import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Field } from './field.ts';
import { fieldSchema, isId } from './field-schema.ts';
import { surelyFits } from './surely-fits.ts';

/* The values that each kind of field accepts and refuses. Missing values (null, '') are checked with the record. */
const id = '0192f0c1-8a7b-7c3d-9e4f-0123456789ab';
const wrongTypes = [[], ['a'], {}, { a: 1 }, true, Symbol.iterator, () => 'a'];
const control = ['\u0000', 'a\u0000b', '\u0007', 'a\u001b[31m', '\u007f', 'a\u0080b', 'ab\u0085', '\u009b31m', '\ud800', 'a\udc00b'];
const many = (length: number): string[] => Array.from({ length }, (_, at) => `0192f0c1-8a7b-7c3d-9e4f-${String(at).padStart(12, '0')}`);

const kinds: { name: string; field: Field; good: unknown[]; bad: unknown[] }[] = [
  {
    name: 'text',
    field: { kind: 'text', label: '名称', max: 10, min: 2 },
    good: ['ab', 'a'.repeat(10), ' a ', '张三', '😀'.repeat(10), 'a\tb', '<b>&"\'', '%_\\', '1234567890'],
    bad: ['a', 'a'.repeat(11), '😀'.repeat(11), 'a\nb', 'a\r\nb', 12, NaN, ...control, ...wrongTypes],
  },
  {
    name: 'text of a shape',
    field: { kind: 'text', label: '邮箱', max: 100, shape: 'email' },
    good: ['name@example.com', '名@example.com'],
    bad: ['name', '@example.com', 'name@example', 'a b@example.com', ...control, ...wrongTypes],
  },
  {
    name: 'text of its own shape',
    field: { kind: 'text', label: '编号', max: 20, shape: { pattern: 'A-[0-9]+|B.*', message: '应以 A- 或 B 开头', example: 'A-1' } },
    good: ['A-1', 'B', 'B中'],
    bad: ['A-', 'C', 'A-1x', 'xA-1', 'xB', ...control, ...wrongTypes],
  },
  {
    name: 'longText',
    field: { kind: 'longText', label: '备注', max: 10 },
    good: ['a', ' ', 'a\nb\r\nc', '😀', 'a'.repeat(10)],
    bad: ['a'.repeat(11), 1, ...control, ...wrongTypes],
  },
  {
    name: 'whole number',
    field: { kind: 'number', label: '排序', min: -5, max: 999999 },
    good: [0, -5, 999999, 1e3],
    bad: [-6, 1000000, 1.5, 1e308, 2 ** 53 + 1, NaN, Infinity, -Infinity, '12', '12abc', '１２', 12n, ...wrongTypes],
  },
  {
    name: 'decimal number',
    field: { kind: 'number', label: '金额', min: 0, max: 100, decimals: 2 },
    good: [0, 0.01, 0.1, 99.99, 100, 1.15],
    bad: [0.001, 1.005, 100.01, -0.01, '1.5', ...wrongTypes],
  },
  {
    name: 'datetime',
    field: { kind: 'datetime', label: '时间' },
    good: ['2026-01-31 08:00:00', '2024-02-29 23:59:59', '2000-02-29 00:00:00', '0001-01-01 00:00:00', '9999-12-31 23:59:59'],
    bad: [
      '2026-02-30 00:00:00',
      '2026-02-29 00:00:00',
      '1900-02-29 00:00:00',
      '0000-01-01 00:00:00',
      '10000-01-01 00:00:00',
      '2026-00-01 00:00:00',
      '2026-13-01 00:00:00',
      '2026-04-31 00:00:00',
      '2026-01-01 24:00:00',
      '2026-01-01 00:60:00',
      '2026-01-01 00:00:60',
      '2026-01-01T00:00:00',
      '2026-01-01',
      '2026-01-01 00:00:00Z',
      '2026-01-01 00:00:00+08',
      ' 2026-01-01 00:00:00',
      '2026-01-01 00:00:00\n',
      '２０２６-01-01 00:00:00',
      1795232122,
      new Date(),
      ...wrongTypes,
    ],
  },
  {
    name: 'date',
    field: { kind: 'date', label: '日期' },
    good: ['2026-01-31', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'],
    bad: [
      '2026-02-30',
      '2026-02-29',
      '1900-02-29',
      '0000-01-01',
      '10000-01-01',
      '2026-00-01',
      '2026-13-01',
      '2026-04-31',
      '2026-01-00',
      '2026-1-1',
      '2026/01/01',
      '20260101',
      '2026-01-01 00:00:00',
      '2026-01-01T00:00:00',
      ' 2026-01-01',
      '2026-01-01\n',
      '２０２６-01-01',
      1795232122,
      new Date(),
      ...wrongTypes,
    ],
  },
  {
    name: 'boolean',
    field: { kind: 'boolean', label: '是否隐藏', default: '否' },
    good: ['是', '否'],
    bad: ['是 ', 'true', 1, 0, ...wrongTypes],
  },
  {
    name: 'dict',
    field: { kind: 'dict', label: '性别', dict: 'gender' },
    good: ['男', '01', 'a'.repeat(2000)],
    bad: ['a'.repeat(2001), 1, ...control, ...wrongTypes],
  },
  {
    name: 'colour',
    field: { kind: 'colour', label: '颜色' },
    good: ['#1890ff', '#ABCDEF'],
    bad: ['1890ff', '#18f', '#1890fg', '#1890ff ', '#1890ff\n', 'red', 'url(x)', 1, ...wrongTypes],
  },
  {
    name: 'secret',
    field: { kind: 'secret', label: '密码', min: 8, max: 16 },
    good: ['12345678', ' 1234 67', '密'.repeat(8), 'a'.repeat(16)],
    bad: ['1234567', 'a'.repeat(17), 12345678, '1234567\u0000', ...wrongTypes],
  },
  ...(['reference', 'parent', 'file'] as const).map((kind) => ({
    name: kind,
    field: { kind, label: '机构', to: 'sys/org' } as Field,
    good: [id, id.toUpperCase()],
    bad: ['1', 1, `${id} `, ` ${id}`, `{${id}}`, id.replaceAll('-', ''), `${id}\n`, "' OR 1=1 --", ...wrongTypes],
  })),
  ...(['references', 'ids'] as const).map((kind) => ({
    name: kind,
    field: { kind, label: '角色', to: 'sys/role', link: 'x' } as Field,
    good: [[], [id], many(500)],
    bad: [id, [1], [null], [[id]], [id, id], [id, id.toUpperCase()], many(501), { 0: id, length: 1 }, true, 1],
  })),
];

describe.each(kinds)('$name', ({ field, good, bad }) => {
  it.each(good.map((value) => [value]))('accepts %j as it is, apart from the case of ids', (value) => {
    const result = fieldSchema(field).safeParse(value);
    expect(result).toMatchObject({ success: true, data: isIdKind(field) && typeof value === 'string' ? value.toLowerCase() : value });
  });

  it.each(bad.map((value) => [value]))('refuses %o with a Chinese message that begins with the label', (value) => {
    const result = fieldSchema(field).safeParse(value);
    expect(result.success).toBe(false);
    for (const { message } of result.error?.issues ?? []) expect(message).toMatch(new RegExp(`^${field.label}.*\\p{Script=Han}`, 'u'));
  });
});

it.each(kinds)('the schema of a $name accepts unchanged every value that surelyFits accepts', ({ field, good, bad }) => {
  const holds = (value: unknown): void => {
    if (surelyFits(field, value)) expect(fieldSchema(field).safeParse(value)).toEqual({ success: true, data: value });
  };
  [...good, ...bad].forEach(holds);
  const text = fc.string({ unit: fc.constantFrom(...'aZ09 -_@.:/+中文\t\n\u0000\u200b\u00e9ａ😀'.split('')), maxLength: 14 });
  // Values that would fit but for one insertion.
  const nearly = fc
    .tuple(fc.constantFrom(...good.filter((value) => typeof value === 'string'), ''), fc.nat({ max: 14 }), text)
    .map(([value, at, more]) => value.slice(0, at) + more + value.slice(at));
  fc.assert(fc.property(fc.oneof(text, nearly, fc.integer(), fc.double(), fc.anything()), holds), { numRuns: 500 });
});

it('surelyFits accepts a plain name, code or number', () => {
  expect(surelyFits({ kind: 'text', label: '名称', max: 10, min: 2 }, '张三 a-1')).toBe(true);
  expect(surelyFits({ kind: 'number', label: '数', min: 0, max: 9 }, 7)).toBe(true);
});

const isIdKind = ({ kind }: Field): boolean => kind === 'reference' || kind === 'parent' || kind === 'file';

it('isId accepts a UUID and nothing longer', () => {
  expect([id, id.toUpperCase()].every(isId)).toBe(true);
  expect([`${id}0`, `${id}\n`, '', 7, null, undefined, [id]].some(isId)).toBe(false);
});
