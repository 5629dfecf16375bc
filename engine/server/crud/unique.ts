import type { Resource } from '@back-office/contract/resource/resource.ts';
import { constraintOf, isForeignKeyViolation, isUniqueViolation, wordsOfKey } from '../platform/database/database-errors.ts';
import { snake } from '../platform/database/snake.ts';
import { tooLongKeys } from '../platform/database/too-long-keys.ts';
import { indexNameOf } from '../platform/database/unique-keys.ts';
import { conflict, type Refusal, refusedRows } from '../platform/http/refusal.ts';
import type { Checked } from './checked.ts';

/**
 * The refusal for a database error caused by another row: a unique value exists already, or a referenced record was deleted; or by a unique value of
 * one of `rows` that is too long for its index. Undefined for any other error. Constraints are named table_columns_key, in the declaration's order; of
 * others, the fields are those of the columns.
 */
export function uniqueRefusal(resource: Resource, error: unknown, rows: readonly Checked[] = []): Refusal | undefined {
  if (isForeignKeyViolation(error)) return conflict({ conflict: 'reference', uses: [] }, '引用的数据已被删除，请刷新后重试');
  const tooLong = tooLongKeys(resource, error, rows);
  if (tooLong.length > 0) return refusedRows(tooLong, rows);
  const declared = resource.unique.find((names) => constraintOf(error) === indexNameOf(resource, names));
  if (!isUniqueViolation(error)) return undefined;
  const fields = declared ?? Object.keys(resource.fields).filter((name) => wordsOfKey(error).has(snake(name)));
  return duplicateOf(resource, fields);
}

/** The refusal of a unique value that exists already. */
export const duplicateOf = (resource: Resource, fields: readonly string[]): Refusal =>
  conflict({ conflict: 'unique', fields: [...fields] }, duplicateMessage(resource, fields));

/** The message for a unique value that exists already; names the last field of the key. */
export function duplicateMessage(resource: Resource, fields: readonly string[]): string {
  const label = resource.fields[fields.at(-1) ?? '']?.label;
  return label === undefined ? '数据已存在' : `${label}已存在`;
}
