import { grouped } from './grouped.ts';
import { z } from 'zod';
import { type Field, maxWord, type NumberField, type SecretField, type TextField } from './field.ts';
import { isDate } from './is-date.ts';
import { isDatetime } from './is-datetime.ts';
import { isFullyVisible, isPlainText } from './plain-text.ts';
import { shapeOf } from './text-shape.ts';
import { uuid } from './uuid.ts';

/** The most ids that one field may hold. */
const maxIds = 500;

/**
 * True for an id in its wire format: a UUID.
 * @example
 * export function agreementIdOf({ agreementId }: { agreementId?: unknown }): string {
 *   if (!isId(agreementId)) throw refusedField('agreementId', '请选择合同');
 *   return agreementId;
 * }
 */
export const isId = (value: unknown): value is string => typeof value === 'string' && uuid.test(value);

/**
 * The zod schema of a field's value, if it has one; `check-record.ts` handles null and absence. Messages are Chinese and name the field. Built from
 * the declaration alone: the server also checks what only the database knows (a reference's target, a dictionary's entries, uniqueness).
 */
export function fieldSchema(field: Field): z.ZodType {
  switch (field.kind) {
    case 'text':
      return textSchema(field);
    case 'longText':
      return plainText(field.label, field.max);
    case 'number':
      return numberSchema(field);
    case 'datetime':
      return z.string(typeMessage(field.label, '时间')).refine(isDatetime, `${field.label}应为有效的时间，例如 2026-01-31 08:00:00`);
    case 'date':
      return z.string(typeMessage(field.label, '日期')).refine(isDate, `${field.label}应为有效的日期，例如 2026-01-31`);
    case 'boolean':
      return z.enum(['是', '否'], `${field.label}只能是“是”或“否”`);
    case 'dict':
      return plainText(field.label, maxWord);
    case 'colour':
      return z.string(typeMessage(field.label, '颜色')).regex(/^#[0-9a-fA-F]{6}$/, `${field.label}应为颜色，例如 #1890ff`);
    case 'secret':
      return secretSchema(field);
    case 'reference':
    case 'parent':
    case 'file':
      return idSchema(field.label);
    case 'references':
    case 'ids':
      return z
        .array(idSchema(field.label), typeMessage(field.label, '列表'))
        .max(maxIds, `${field.label}最多 ${maxIds} 项`)
        .refine((ids) => new Set(ids).size === ids.length, `${field.label}有重复项`);
    case 'texts':
      return z
        .array(textSchema({ min: 1, ...field, kind: 'text' }), typeMessage(field.label, '列表'))
        .min(field.required === true ? 1 : 0, `${field.label}不能为空`)
        .max(field.most, `${field.label}最多 ${grouped(field.most)} 项`)
        .refine((texts) => new Set(texts).size === texts.length, `${field.label}有重复项`);
    case 'json':
      return z.unknown();
  }
}

const typeMessage = (label: string, what: string): string => `${label}应为${what}`;

const idSchema = (label: string): z.ZodType<string> =>
  z.string(typeMessage(label, '编号')).regex(uuid, `${label}不是有效的编号`).toLowerCase();

function plainText(label: string, max: number): z.ZodString {
  return z
    .string(typeMessage(label, '文本'))
    .max(max, `${label}不能超过 ${grouped(max)} 个字符`)
    .refine(isPlainText, `${label}含有不可见的控制字符`);
}

function textSchema(field: TextField): z.ZodType {
  let schema = plainText(field.label, field.max)
    .refine((text) => !/[\r\n]/.test(text), `${field.label}不能换行`)
    .refine(isFullyVisible, `${field.label}含有看不见的字符（如零宽空格、文字方向符），请删除后重新输入`);
  if (field.min !== undefined) schema = schema.min(field.min, `${field.label}不能少于 ${field.min} 个字符`);
  if (field.shape !== undefined) {
    const { pattern, message } = shapeOf(field.shape);
    schema = schema.refine((text) => pattern.test(text), `${field.label}${message}`);
  }
  return schema;
}

function numberSchema(field: NumberField): z.ZodType {
  const decimals = field.decimals ?? 0;
  const message = decimals === 0 ? `${field.label}应为整数` : `${field.label}最多 ${decimals} 位小数`;
  return z
    .number(typeMessage(field.label, '数字'))
    .min(field.min, `${field.label}不能小于 ${grouped(field.min)}`)
    .max(field.max, `${field.label}不能大于 ${grouped(field.max)}`)
    .refine((value) => Number(value.toFixed(decimals)) === value, message);
}

const secretSchema = ({ label, min, max }: SecretField): z.ZodType => plainText(label, max).min(min, `${label}不能少于 ${min} 个字符`);
