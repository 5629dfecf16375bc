import type { SearchAnswer, Found, FoundGroup } from '@back-office/contract/calls/search.ts';
import { may } from '@back-office/contract/resource/permission.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { sql } from 'kysely';
import { column } from '@back-office/server/crud/columns.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import { holds, searchCondition, searchRank } from '@back-office/server/crud/search.ts';
import { visible } from '@back-office/server/crud/visible.ts';
import type { ServerFeature } from '@back-office/server/office/server-feature.ts';

/** Maximum number of results shown per group. */
const shown = 5;

/** Only this many matches are ranked; a person whose text matches thousands of names continues typing (docs/decisions/0004-search-and-totals.md). */
const ranked = 500;

/**
 * The records, readable and within the person's data scope, whose label (by text, pinyin or initials), account or code
 * contains the typed text: one query per resource, best matches first. Features' own results, such as the user's notices,
 * come last.
 */
export async function searchRecords(context: Context, features: readonly ServerFeature[], typed: string): Promise<SearchAnswer> {
  const groups: FoundGroup[] = [];
  if (typed === '') return { groups };
  // Sequential: one person typing must not take every connection of the pool.
  const findable = features.flatMap((feature) => feature.findable ?? []).toSorted((a, b) => a.order - b.order);
  for (const { resource: name, detail } of findable) {
    if (!may(context.user.rights, name, 'read')) continue;
    const resource = context.resourceOf(name);
    const rows = await find(context, resource, detail, typed);
    if (rows.length > 0) groups.push({ resource: name, title: resource.title, items: rows.slice(0, shown), more: rows.length > shown });
  }
  for (const { find: findOthers } of features) {
    const group = await findOthers?.(context, typed, shown);
    if (group !== undefined) groups.push(group);
  }
  return { groups };
}

async function find(context: Context, resource: Resource, detail: string | undefined, typed: string): Promise<Found[]> {
  const byLabel = searchCondition(resource, typed);
  const matches = detail === undefined ? byLabel : sql`(${byLabel} OR ${holds(resource, detail, typed)})`;
  const { rows } = await sql<Found>`
    SELECT t.id, ${column(resource.label)} AS label, ${detail === undefined ? sql`NULL` : column(detail)} AS detail
    FROM (SELECT t.* FROM ${sql.table(resource.table)} t WHERE ${visible(context, resource)} AND ${matches} LIMIT ${ranked}) t
    ORDER BY ${searchRank(resource, typed)}, ${column(resource.label)}, t.id LIMIT ${shown + 1}`.execute(context.db);
  return rows;
}
