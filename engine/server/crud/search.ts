import { searchedFields } from '@back-office/contract/resource/browsing.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type RawBuilder, sql } from 'kysely';
import { typedPinyin } from '../platform/database/pinyin.ts';
import { column } from './columns.ts';

type Sql = RawBuilder<unknown>;

/** The field with the pinyin of a label that people type. Not declared: it never leaves the server. */
export const labelPinyinField = 'labelPinyin';

/** True for a resource whose label a form writes: its records can be found by the label's pinyin. */
export const hasPinyin = (resource: Resource): boolean => resource.form.includes(resource.label);

/** The fields with a gram index; if the label is among them, its pinyin too. Empty if the resource declares none. */
export function gramFields(resource: Resource): readonly string[] {
  const { grams = [] } = resource.browse;
  return grams.includes(resource.label) && hasPinyin(resource) ? [...grams, labelPinyinField] : grams;
}

/** A LIKE pattern that matches the text anywhere, with `%`, `_` and `\` in it literal (docs/wire.md "Generic calls"). */
const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * Whether a letter of the text has upper and lower case. For a text without any, such as a Chinese name, LIKE finds the same as ILIKE in a third of
 * the time. A combining mark may belong to a letter with case (İ).
 */
export const hasCase = (text: string): boolean => text.toLowerCase() !== text.toUpperCase() || /\p{M}/u.test(text);

/** The condition that a text in SQL contains this one, ignoring case. */
export const contains = (whole: Sql, text: string): Sql =>
  hasCase(text) ? sql`${whole} ILIKE ${likePattern(text)}` : sql`${whole} LIKE ${likePattern(text)}`;

/** How a condition uses gram indexes: not at all (`plain`), or without a check of the text itself where the index is exact (`indexOnly`). */
export interface Searching {
  readonly plain?: boolean;
  readonly indexOnly?: boolean;
}

/** The condition that a text column contains the text, ignoring case; through the gram index if the column has one. */
export function holds(resource: Resource, name: string, text: string, { plain, indexOnly }: Searching = {}): Sql {
  const found = contains(column(name), text);
  // A single ASCII character is not looked up in the index: nearly every row has it.
  if (plain === true || !gramFields(resource).includes(name) || /^[ -~]?$/.test(text)) return found;
  // The index is exact for a text that is itself a gram.
  const isGram = !hasCase(text) && Array.from(text).length <= 3;
  const indexed = sql`grams(${column(name)}) @> ${isGram ? [text] : sql`grams_in(${text})`}`;
  return indexOnly === true && isGram ? indexed : sql`(${found} AND ${indexed})`;
}

/** The condition of a list's search box: one of the fields by which people know a record contains the text, or the label's pinyin does. */
export const searchBoxCondition = (resource: Resource, typed: string, options: Searching = {}): Sql =>
  anyHolds(resource, searchedFields(resource), typed, options);

/**
 * The condition on the row `t` of a search for records by name: by the label, its pinyin or the initials. An empty text finds all.
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
 * The order of search results, for ORDER BY on the row `t`: first the labels that begin with the text, and among those the shortest.
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
