import type { PageAnswer } from '@back-office/contract/calls/page.ts';
import { limits } from '@back-office/contract/limits.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { pagedBy } from '@back-office/contract/calls/call-shape.ts';
import { mayBeHeavy, readWeighed } from '../platform/http/weigh-rows.ts';
import { readAs } from '../platform/http/read-as.ts';
import type { Context } from './context.ts';
import { readFilters } from './filter.ts';
import { findIds } from './find-ids.ts';
import { orderKeys } from './order.ts';
import { quickPage } from './quick-page.ts';
import { selectRows } from './select.ts';
import { seesAll } from './visible.ts';
import { wantedRows } from './wanted-rows.ts';

/**
 * GET select-page: one page of the records that the user may see, and how many match (docs/wire.md "Generic calls"). The ids of the page are found
 * first and its records are read by id, so that nothing is computed for skipped rows.
 * @example
 * const open = (context: Context) => selectPage(context, org, { eq: 'orgStatus:正常', limit: 10 });
 */
export async function selectPage<R extends Resource>(
  context: Context,
  resource: R,
  query: Readonly<Record<string, unknown>>,
): Promise<PageAnswer<RecordOf<R>>> {
  const { index, limit } = readPage(query);
  const filters = readFilters(resource, query);
  const keys = orderKeys(resource, query, context.resourceOf);
  const usual = query['sort'] === undefined || query['sort'] === resource.sort;
  const offset = index * limit;
  const isLight = filters.length === 0 && !mayBeHeavy(resource, limit);
  const quick = isLight ? await quickPage(context, resource, { keys, usual, offset, limit }) : undefined;
  if (quick !== undefined) return quick;
  const { ids, total, exact } = await findIds(context.db, {
    resource,
    ...wantedRows(context, resource, filters),
    keys,
    all: filters.length === 0 && seesAll(context, resource),
    offset,
    limit,
  });
  const items = await readWeighed(context.db, resource, ids, () => selectRows(context, resource, ids));
  return { items, total, ...(exact ? {} : { approximate: true }) };
}

/**
 * Reads `index` (from 0) and `limit` (1 to 10000) of a query; anything else is refused with 40000.
 * @example
 * export const rangeOf = (query: Readonly<Record<string, unknown>>) => {
 *   const { index, limit } = readPage(query, 20);
 *   return sql`LIMIT ${limit} OFFSET ${index * limit}`;
 * };
 */
export function readPage(
  query: Readonly<Record<string, unknown>>,
  defaultLimit: number = limits.page.limit,
): { index: number; limit: number } {
  return readAs(pagedBy(defaultLimit), query);
}
