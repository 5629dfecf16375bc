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
const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * Whether a letter of the text has a case. Of a text without any, such as a Chinese name, LIKE finds what ILIKE does in a third of the time. A mark
 * may be a part of a letter that has one (İ).
 */
export const hasCase = (text: string): boolean => text.toLowerCase() !== text.toUpperCase() || /\p{M}/u.test(text);

/** The condition that a text of the database holds this one, in any case. */
export const contains = (whole: Sql, text: string): Sql =>
  hasCase(text) ? sql`${whole} ILIKE ${likePattern(text)}` : sql`${whole} LIKE ${likePattern(text)}`;

/** How a condition asks gram indexes: not at all (`plain`), or nothing else where their answer is exact (`indexOnly`). */
export interface Searching {
  readonly plain?: boolean;
  readonly indexOnly?: boolean;
}

/** The condition that a text column of the resource holds the text, in any case; through the gram index where there is one. */
export function holds(resource: Resource, name: string, text: string, { plain, indexOnly }: Searching = {}): Sql {
  const found = contains(column(name), text);
  // A single ASCII character is not looked up in the index: it is in nearly every row.
  if (plain === true || !gramFields(resource).includes(name) || /^[ -~]?$/.test(text)) return found;
  // A text that is one of the grams is found by it exactly.
  const isGram = !hasCase(text) && Array.from(text).length <= 3;
  const indexed = sql`grams(${column(name)}) @> ${isGram ? [text] : sql`grams_in(${text})`}`;
  return indexOnly === true && isGram ? indexed : sql`(${found} AND ${indexed})`;
}

/** The condition of the search box of a list: any of the texts that people know a record by holds it, or the label's pinyin does. */
export const foundBy = (resource: Resource, typed: string, options: Searching = {}): Sql =>
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

function anyHolds(resource: Resource, names: readonly string[], typed: string, options: Searching = {}): Sql {
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
