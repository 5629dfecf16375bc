import { type LevelsAnswer, levelsLimit, type PathsAnswer, pathsLimit } from '@back-office/contract/calls/tree-page.ts';
import { limits } from '@back-office/contract/limits.ts';
import { parentFieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { sql } from 'kysely';
import { refusedField } from '../platform/http/refusal.ts';
import { column } from './columns.ts';
import type { Context } from './context.ts';
import type { Operations } from './operations.ts';
import { orderBy, orderKeys } from './order.ts';
import { selectRows } from './select.ts';
import { visible } from './visible.ts';

type Query = Readonly<Record<string, unknown>>;

/**
 * GET select-paths: what a tree's list finds, in its place in the tree, with all visible ancestors (docs/decisions/0063-views-and-trees.md). Takes
 * the query of select-page, and answers like select-page when there are more matches than a tree shows.
 */
export async function selectPaths(
  context: Context,
  resource: Resource,
  query: Query,
  page: Operations['selectPage'],
): Promise<PathsAnswer<AnyRow>> {
  const parent = parentFieldOf(resource) ?? '';
  const { items, total } = await page(context, resource, { ...query, index: '0', limit: String(pathsLimit) });
  if (total > pathsLimit) return page(context, resource, query);
  const found = items.map(({ id }) => id);
  const { rows } = await sql<{ id: string }>`
    WITH RECURSIVE up(id, above) AS (
      SELECT t.id, ${column(parent)}::uuid FROM ${sql.table(resource.table)} t WHERE t.id = ANY(${found}::uuid[])
      UNION SELECT t.id, ${column(parent)}::uuid FROM ${sql.table(resource.table)} t JOIN up ON t.id = up.above WHERE ${visible(context, resource)})
    SELECT t.id FROM ${sql.table(resource.table)} t WHERE t.id IN (SELECT id FROM up) ORDER BY ${orderBy(orderKeys(resource, query, context.resourceOf))}`.execute(
    context.db,
  );
  const ids = rows.map(({ id }) => id);
  return { items: await selectRows(context, resource, ids), total, found };
}

/** GET select-levels: a page of a tree's roots with the records below them, down to `depth`, or to the last level that fits whole into one answer. */
export async function selectLevels(
  context: Context,
  resource: Resource,
  { depth, ...query }: Query,
  page: Operations['selectPage'],
): Promise<LevelsAnswer<AnyRow>> {
  const parent = parentFieldOf(resource) ?? '';
  const requestedDepth = typeof depth === 'string' && /^\d{1,3}$/.test(depth) ? Number(depth) : 0;
  if (requestedDepth < 1 || requestedDepth > limits.treeDepth) throw refusedField('depth', `depth 应为 1 到 ${limits.treeDepth} 的整数`);
  const roots = (await page(context, resource, { ...query, eq: `${parent}:` })).items.map(({ id }) => id);
  // Reads one level more than requested to know whether there are more.
  const { rows } = await sql<{ id: string; level: number }>`
    WITH RECURSIVE down(id, level) AS (
      SELECT unnest(${roots}::uuid[]), 1
      UNION SELECT t.id, d.level + 1 FROM ${sql.table(resource.table)} t JOIN down d ON ${column(parent)} = d.id WHERE d.level <= ${requestedDepth} AND ${visible(context, resource)})
    SELECT t.id, d.level FROM down d JOIN ${sql.table(resource.table)} t ON t.id = d.id
    ORDER BY d.level, ${orderBy(orderKeys(resource, query, context.resourceOf))} LIMIT ${levelsLimit + 1}`.execute(context.db);
  const cut = rows[levelsLimit]?.level;
  const whole = Math.max(1, Math.min(requestedDepth, cut === undefined ? requestedDepth : cut - 1));
  const ids = rows.filter(({ level }) => level <= whole).map(({ id }) => id);
  return { items: await selectRows(context, resource, ids), depth: whole, more: ids.length < rows.length };
}
