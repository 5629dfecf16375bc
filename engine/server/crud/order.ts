import { type Resource, shownField } from '@back-office/contract/resource/resource.ts';
import { type RawBuilder, sql } from 'kysely';
import { refusedField } from '../platform/http/refusal.ts';
import { column, labelOf } from './columns.ts';
import { itemsOf } from './filter.ts';

/** One sort key. */
export interface OrderKey {
  readonly key: RawBuilder<unknown>;
  readonly descending: boolean;
}

/**
 * The sort keys of a page: `sort=field:asc` or `desc`, repeatable; by default those of the declaration. The id comes last, so that the order is
 * stable across pages. Only fields that a page shows may be sorted by.
 */
export function orderKeys(
  resource: Resource,
  query: Readonly<Record<string, unknown>>,
  resourceOf: (name: string) => Resource,
): OrderKey[] {
  const requested = itemsOf(query['sort'], 'sort');
  if (requested.length > 5) throw refusedField('sort', '排序字段不能超过 5 个');
  const keys = (requested.length > 0 ? requested : [resource.sort]).map((item): OrderKey => {
    const [, name = '', direction = ''] = /^([^:]+):(asc|desc)$/.exec(item) ?? [];
    if (direction === '') throw refusedField('sort', '排序应为“字段:asc”或“字段:desc”');
    if (requested.length > 0 && shownField(resource, name) === undefined)
      throw refusedField(name, `不能按该字段排序：${name.slice(0, 50)}`);
    return { key: sortKey(resource, name, resourceOf), descending: direction === 'desc' };
  });
  return [...keys, { key: column('id'), descending: keys[0]?.descending ?? false }];
}

/** ORDER BY these keys; `backwards` reverses the order. */
export const orderBy = (keys: readonly OrderKey[], { backwards = false } = {}): RawBuilder<unknown> =>
  // Nulls are last in ascending and first in descending order, so reversing the directions reverses them too.
  sql.join(keys.map(({ key, descending }) => sql`${key} ${sql.raw(descending === backwards ? 'ASC' : 'DESC')}`));

function sortKey(resource: Resource, name: string, resourceOf: (name: string) => Resource): RawBuilder<unknown> {
  const field = resource.fields[name];
  if (field?.kind === 'references') {
    const target = resourceOf(field.to);
    return sql`(SELECT string_agg(${sql.ref(`r.${target.label}`)}, ',' ORDER BY ${sql.ref(`r.${target.label}`)})
      FROM ${sql.table(field.link)} l JOIN ${sql.table(target.table)} r ON r.id = l.target_id WHERE l.owner_id = t.id)`;
  }
  return (field && labelOf(resource, name, field, resourceOf)) ?? column(name);
}
