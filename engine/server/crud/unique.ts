import type { Resource } from '@back-office/contract/resource/resource.ts';
import { constraintOf, isForeignKeyViolation, isUniqueViolation } from '../platform/database/database-errors.ts';
import { snake } from '../platform/database/snake.ts';
import { conflict, type Refusal } from '../platform/http/refusal.ts';

/**
 * The refusal for an error of the database that another row causes: a unique value exists already. Undefined for any
 * other error. Constraints are named table_columns_key, in the declaration's order.
 */
export function uniqueRefusal(resource: Resource, error: unknown): Refusal | undefined {
  if (isForeignKeyViolation(error)) return conflict({ conflict: 'reference', uses: [] }, '引用的数据已被删除，请刷新后重试');
  if (!isUniqueViolation(error)) return undefined;
  const constraint = constraintOf(error) ?? '';
  const fields = resource.unique.find((names) => constraint === `${resource.table}_${names.map(snake).join('_')}_key`) ?? [];
  return conflict({ conflict: 'unique', fields: [...fields] }, duplicateMessage(resource, fields));
}

/** The message for a unique value that exists already; names the field that the user typed last. */
export function duplicateMessage(resource: Resource, fields: readonly string[]): string {
  const label = resource.fields[fields.at(-1) ?? '']?.label;
  return label === undefined ? '数据已存在' : `${label}已存在`;
}
