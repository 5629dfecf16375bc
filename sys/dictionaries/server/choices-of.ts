import { statuses } from '@back-office/contract/status.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import { CachedFacts, lockFactsShared } from '@back-office/server/platform/database/cached-facts.ts';
import { given, Statement } from '@back-office/server/platform/database/statement.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import { type Kysely, sql } from 'kysely';

/** The values of each named dictionary that may currently be chosen (`Context.choicesOf`). */
export const choicesOf: Context['choicesOf'] = async (db, dicts, values) => {
  if (dicts.length === 0) return new Map();
  const words =
    values === undefined
      ? await selectChoices.run(db, { dicts })
      : await chosen(
          db,
          dicts.map((dict, at) => ({ dict, value: values[at] ?? '' })),
        );
  const groups = Map.groupBy(words, ({ dict }) => dict);
  return new Map([...groups].map(([dict, entries]) => [dict, new Set(entries.map(({ value }) => value))]));
};

/** Those of the words that may currently be chosen. */
async function chosen(db: Kysely<Tables>, words: readonly Word[]): Promise<readonly Word[]> {
  const cached = CachedFacts.in(db);
  if (cached?.has('dict', words.map(factOf)) === true) return words;
  await lockFactsShared(db, 'dict');
  const rows = await selectChosen.run(db, { words: JSON.stringify(words) });
  const { epoch, isSettled } = rows[0] ?? {};
  // Without an epoch there would be no way to tell when the cached words become stale.
  if (typeof epoch === 'number' && isSettled === true) cached?.add('dict', epoch, rows.map(factOf));
  return rows;
}

const factOf = ({ dict, value }: Word): string => JSON.stringify([dict, value]);

interface Word {
  dict: string;
  value: string;
}

const selectChoices = new Statement(
  () => sql<Word>`
    SELECT p.dict_value AS dict, c.dict_value AS value FROM sys_dict p JOIN sys_dict c ON c.parent_id = p.id
    WHERE p.parent_id IS NULL AND p.dict_value = ANY(${given('dicts')}::text[])
      AND c.dict_status = ${sql.lit(statuses.enabled)} AND p.dict_status = c.dict_status`,
);

/**
 * Two index lookups for each word: for a join, the planner reads all words of the dictionary. The result is settled unless this transaction has
 * written something, which may be rolled back.
 */
const selectChosen = new Statement(
  () => sql<Word & { epoch: number | null; isSettled: boolean }>`
    SELECT w.dict, w.value, (SELECT value FROM sys_epoch WHERE name = 'dict') AS epoch, pg_current_xact_id_if_assigned() IS NULL AS is_settled
    FROM json_to_recordset(${given('words')}::json) AS w(dict text, value text)
    WHERE (SELECT c.dict_status FROM sys_dict c WHERE c.dict_value = w.value
      AND c.parent_id = (SELECT p.id FROM sys_dict p WHERE p.parent_id IS NULL AND p.dict_value = w.dict
        AND p.dict_status = ${sql.lit(statuses.enabled)})) = ${sql.lit(statuses.enabled)}`,
);
