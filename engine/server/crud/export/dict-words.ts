import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';

/** One entry of a dictionary. */
export interface DictWord {
  readonly value: string;
  readonly label: string;
}

/** The entries of each of these dictionaries, those that may no longer be chosen among them: records still hold them. */
export async function dictWords(db: Kysely<Tables>, dicts: readonly string[]): Promise<ReadonlyMap<string, readonly DictWord[]>> {
  if (dicts.length === 0) return new Map();
  const { rows } = await sql<DictWord & { dict: string }>`
    SELECT p.dict_value AS dict, c.dict_value AS value, c.dict_label AS label FROM sys_dict p JOIN sys_dict c ON c.parent_id = p.id
    WHERE p.parent_id IS NULL AND p.dict_value = ANY(${dicts}::text[]) ORDER BY c.dict_sort, c.id`.execute(db);
  return Map.groupBy(rows, ({ dict }) => dict);
}
