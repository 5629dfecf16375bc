import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type Kysely, sql } from 'kysely';
import { snake } from './snake.ts';
import type { Tables } from './tables.ts';

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

/** The name of a unique key's index or constraint. */
export const indexNameOf = ({ table }: Resource, names: readonly string[]): string => `${table}_${names.map(snake).join('_')}_key`;
