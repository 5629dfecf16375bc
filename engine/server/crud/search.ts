import { foundIn } from '@back-office/contract/resource/browsing.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type RawBuilder, sql } from 'kysely';
import { typedPinyin } from '../platform/database/pinyin.ts';
import { column } from './columns.ts';

type Sql = RawBuilder<unknown>;

/** The field that holds a label's pinyin, where a label is typed at all. Not declared: it never travels. */
export const labelPinyinField = 'labelPinyin';

/** True for a resource whose records people find by the pinyin of their label: a form writes it. */
export const hasPinyin = (resource: Resource): boolean => resource.form.includes(resource.label);

/** The fields of a resource whose grams are indexed, with its label the pinyin of it; none where it declares none. */
export function gramFields(resource: Resource): readonly string[] {
  const { grams = [] } = resource.browse;
  return grams.includes(resource.label) && hasPinyin(resource) ? [...grams, labelPinyinField] : grams;
}

/** A LIKE pattern that matches the text anywhere, with `%`, `_` and `\` in it literal (docs/wire.md "Generic calls"). */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Whether a condition is to do without gram indexes: where they are not used, asking for them only costs. */
export interface Plain {
  readonly plain?: boolean;
}

/** The condition that a text column of the resource holds the text, in any case; through the gram index where there is one. */
export function holds(resource: Resource, name: string, text: string, { plain = false }: Plain = {}): Sql {
  const found = sql`${column(name)} ILIKE ${likePattern(text)}`;
  // A single ASCII character is not looked up in the index: it is in nearly every row.
  const indexed = !plain && gramFields(resource).includes(name) && !/^[ -~]?$/.test(text);
  return indexed ? sql`(${found} AND grams(${column(name)}) @> grams_in(${text}))` : found;
}

/** The condition of the search box of a list: any of the texts that people know a record by holds it, or the label's pinyin does. */
export const foundBy = (resource: Resource, typed: string, options: Plain = {}): Sql =>
  anyHolds(resource, foundIn(resource), typed, options);

/**
 * The condition on the row `t` of a search for records as people call them: by their label, or by its pinyin or initials. Without a text
 * all are found.
 * @example
 * export async function findParties(context: Context, typed: string) {
 *   const { rows } = await sql<Found>`
 *     SELECT t.id, t.party_name AS label, t.party_code AS detail FROM acme_party t
 *     WHERE ${visible(context, party)} AND ${searchCondition(party, typed)}
 *     ORDER BY ${searchRank(party, typed)} LIMIT 5`.execute(context.db);
 *   return rows;
 * }
 */
export function searchCondition(resource: Resource, typed: string): Sql {
  const text = typed.trim();
  return text === '' ? sql`true` : anyHolds(resource, [resource.label], text);
}

function anyHolds(resource: Resource, names: readonly string[], typed: string, options: Plain = {}): Sql {
  const pinyin = hasPinyin(resource) ? typedPinyin(typed) : undefined;
  const texts = names.map((name) => holds(resource, name, typed, options));
  const all = pinyin === undefined ? texts : [...texts, holds(resource, labelPinyinField, pinyin, options)];
  return sql`(${sql.join(all, sql` OR `)})`;
}

/**
 * The order of what a search found, for ORDER BY on the row `t`: what begins with the text first, and of those the shortest.
 * @example
 * const first = (typed: string) => sql<{ id: string }>`
 *   SELECT t.id FROM acme_party t WHERE ${searchCondition(party, typed)} ORDER BY ${searchRank(party, typed)} LIMIT 1`;
 */
export function searchRank(resource: Resource, typed: string): Sql {
  const begins = likePattern(typed.trim()).slice(1);
  const pinyin = hasPinyin(resource) ? typedPinyin(typed) : undefined;
  const byPinyin = pinyin === undefined ? sql`false` : sql`' ' || ${column(labelPinyinField)} LIKE ${`% ${pinyin}%`}`;
  return sql`(${column(resource.label)} ILIKE ${begins} OR ${byPinyin}) IS NOT TRUE, char_length(${column(resource.label)})`;
}
