import type { Option } from '@back-office/contract/calls/options.ts';
import type { PageAnswer } from '@back-office/contract/calls/page.ts';
import { withinOf } from '@back-office/contract/resource/field.ts';
import { isId } from '@back-office/contract/resource/field-schema.ts';
import { isPlainText } from '@back-office/contract/resource/plain-text.ts';
import { fieldOf, parentFieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import { type RawBuilder, sql } from 'kysely';
import { refusedField } from '../platform/http/refusal.ts';
import { column, labelOf } from './columns.ts';
import type { Context } from './context.ts';
import { searchCondition, searchRank } from './search.ts';
import { readPage } from './select-page.ts';
import { hasVisibleChildren, inTree, isRoot, type TreeOf } from './tree.ts';

/** How many matches a search ranks; a person who sees thousands of matches for two letters types on. */
const ranked = 1000;

/**
 * GET select-options: records as choices for a form that refers to them: only their label and place, within the user's scopes on the resource or on a
 * resource in `from` that chooses it. `search` finds by label or pinyin, best first; `parentId` returns the children of one node (empty: the roots of
 * the choices); each `id` names a record, even one that may no longer be chosen; otherwise all are returned. `within=field:id` filters by that
 * reference, `within=field` adds its label to each.
 */
export async function selectOptions(
  context: Context,
  resource: Resource,
  query: Readonly<Record<string, unknown>>,
  from: readonly string[],
): Promise<PageAnswer<Option>> {
  const { index, limit } = readPage(query, 50);
  const parent = parentFieldOf(resource);
  const within = readWithin(context, resource, query['within']);
  const named = query['id'] === undefined ? undefined : [query['id']].flat().filter(isId);
  const tree: TreeOf = {
    offeredOnly: named === undefined,
    from,
    within: within?.id === undefined ? undefined : { field: within.field, id: within.id },
  };
  const belongs = within === undefined ? undefined : labelOf(resource, within.field, fieldOf(resource, within.field), context.resourceOf);
  const place =
    parent === undefined
      ? sql`NULL::uuid AS parent_id, NULL AS parent_label, false AS has_children`
      : sql`${column(parent)} AS parent_id, ${labelOf(resource, parent, fieldOf(resource, parent), context.resourceOf)} AS parent_label, ${hasVisibleChildren(context, resource, parent, tree)} AS has_children`;
  const conditions = [...inTree(context, resource, tree), ...requestedConditions(context, resource, query, parent, tree)];
  if (named !== undefined) conditions.push(sql`t.id = ANY(${named}::uuid[])`);
  const [sortField = 'id', direction] = resource.sort.split(':');
  const typed = typeof query['search'] === 'string' ? query['search'].trim() : '';
  const matching = sql`${sql.table(resource.table)} t WHERE ${sql.join(conditions, sql` AND `)}`;
  const order = [
    ...(typed === '' ? [] : [searchRank(resource, typed)]),
    sql`${column(sortField)} ${sql.raw(direction === 'desc' ? 'DESC' : 'ASC')}`,
    column('id'),
  ];
  const { rows } = await sql<Option>`
    SELECT t.id, ${column(resource.label)} AS label, ${place}, ${belongs ?? sql`NULL`} AS within_label FROM ${typed === '' ? matching : sql`(SELECT t.* FROM ${matching} LIMIT ${ranked}) t`}
    ORDER BY ${sql.join(order)} LIMIT ${limit + 1} OFFSET ${index * limit}`.execute(context.db);
  // Reads one more than the limit to know whether there are more, without counting them.
  return { items: rows.slice(0, limit), total: index * limit + rows.length };
}

/**
 * The reference in `within`, which filters or labels choices: `field:id` or `field`. Only a reference that some form names in its `within`, as 部门
 * names its 机构. Any other is refused with 40000, since it would disclose fields that the user may not read.
 */
function readWithin({ resources }: Context, resource: Resource, given: unknown): { field: string; id: string | undefined } | undefined {
  if (given === undefined) return undefined;
  const [field = '', id, ...more] = typeof given === 'string' ? given.split(':') : [];
  if (more.length > 0 || !resources.some((chooser) => sharesWith(chooser, resource, field)))
    throw refusedField('within', '不能按该字段选择');
  if (id !== undefined && !isId(id)) throw refusedField('within', `${fieldOf(resource, field).label}不是有效的编号`);
  return { field, id };
}

/** Whether a field of `chooser` offers only records of `chosen` with the same `shared` reference as its own record. */
const sharesWith = (chooser: Resource, chosen: Resource, shared: string): boolean =>
  Object.values(chooser.fields).some(
    (field) =>
      withinOf(field) === shared && (field.kind === 'parent' ? chooser === chosen : field.kind === 'reference' && field.to === chosen.name),
  );

function requestedConditions(
  context: Context,
  resource: Resource,
  { search, parentId }: Readonly<Record<string, unknown>>,
  parent: string | undefined,
  tree: TreeOf,
): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (search !== undefined && search !== '') {
    if (typeof search !== 'string' || search.length > 100) throw refusedField('search', '搜索内容不能超过 100 个字符');
    if (!isPlainText(search)) throw refusedField('search', '搜索内容含有不可见的控制字符');
    conditions.push(searchCondition(resource, search));
  }
  if (parentId !== undefined && parent !== undefined) {
    if (parentId !== '' && !isId(parentId)) throw refusedField('parentId', '上级不是有效的编号');
    conditions.push(parentId === '' ? isRoot(context, resource, parent, tree) : sql`${column(parent)} = ${parentId}::uuid`);
  }
  return conditions;
}
