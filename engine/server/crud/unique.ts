import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type Kysely, sql } from 'kysely';
import { constraintOf, isForeignKeyViolation, isUniqueViolation, wordsOfKey } from '../platform/database/database-errors.ts';
import { snake } from '../platform/database/snake.ts';
import type { Tables } from '../platform/database/tables.ts';
import { conflict, type Refusal } from '../platform/http/refusal.ts';

/** A unique key of a declaration, and how its index compares. */
export interface UniqueKey {
  readonly names: readonly string[];
  readonly caseless: boolean;
  /** Whether two missing values count as equal. */
  readonly nullsAreOne: boolean;
}

/** The resource's unique keys in its order. How they compare is read from the database, whose index decides. */
export async function uniqueKeysOf(db: Kysely<Tables>, resource: Resource): Promise<UniqueKey[]> {
  if (resource.unique.length === 0) return [];
  const { rows } = await sql<Omit<UniqueKey, 'names'> & { name: string }>`
    SELECT c.relname AS name, pg_get_indexdef(c.oid) LIKE '%lower(%' AS caseless, x.indnullsnotdistinct AS nulls_are_one
    FROM pg_index x JOIN pg_class c ON c.oid = x.indexrelid WHERE x.indrelid = ${resource.table}::regclass`.execute(db);
  return resource.unique.map((names) => {
    const { caseless = false, nullsAreOne = false } = rows.find(({ name }) => name === indexNameOf(resource, names)) ?? {};
    return { names, caseless, nullsAreOne };
  });
}

const indexNameOf = ({ table }: Resource, names: readonly string[]): string => `${table}_${names.map(snake).join('_')}_key`;

/**
 * The refusal for a database error caused by another row: a unique value exists already, or a referenced record was deleted. Undefined for any other
 * error. Constraints are named table_columns_key, in the declaration's order; of others, the fields are those of the columns.
 */
export function uniqueRefusal(resource: Resource, error: unknown): Refusal | undefined {
  if (isForeignKeyViolation(error)) return conflict({ conflict: 'reference', uses: [] }, '引用的数据已被删除，请刷新后重试');
  if (!isUniqueViolation(error)) return undefined;
  const declared = resource.unique.find((names) => constraintOf(error) === indexNameOf(resource, names));
  const fields = declared ?? Object.keys(resource.fields).filter((name) => wordsOfKey(error).has(snake(name)));
  return conflict({ conflict: 'unique', fields: [...fields] }, duplicateMessage(resource, fields));
}

/** The message for a unique value that exists already; names the last field of the key. */
export function duplicateMessage(resource: Resource, fields: readonly string[]): string {
  const label = resource.fields[fields.at(-1) ?? '']?.label;
  return label === undefined ? '数据已存在' : `${label}已存在`;
}
