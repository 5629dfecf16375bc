import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** One entry of a dictionary. */
export interface DictWord {
  readonly value: string;
  readonly label: string;
  readonly status: string;
}

/** The entries of each dictionary, including those that may no longer be chosen: records still hold them. */
export async function dictWords(db: Kysely<Tables>, dicts: readonly string[]): Promise<ReadonlyMap<string, readonly DictWord[]>> {
  if (dicts.length === 0) return new Map();
  const rows = await db
    .selectFrom('sys_dict as p')
    .innerJoin('sys_dict as c', 'c.parentId', 'p.id')
    .select(['p.dictValue as dict', 'c.dictValue as value', 'c.dictLabel as label', 'c.dictStatus as status'])
    .where('p.parentId', 'is', null)
    .where('p.dictValue', 'in', dicts)
    .orderBy('c.dictSort')
    .orderBy('c.id')
    .execute();
  return Map.groupBy(rows, ({ dict }) => dict);
}
