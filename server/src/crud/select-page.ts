import type { PageAnswer } from '@back-office/contract/calls/page.ts';
import { limits } from '@back-office/contract/limits.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { sql } from 'kysely';
import { refusedField } from '../http/refusal.ts';
import { columnsOf } from './columns.ts';
import type { Context } from './context.ts';
import { conditionOf, readFilters } from './filter.ts';
import { orderOf } from './order.ts';
import { visible } from './visible.ts';

/** GET select-page: one page of the records that the user may see, and how many match (wire.md, "Generic calls"). */
export async function selectPage(context: Context, resource: Resource, query: Readonly<Record<string, unknown>>): Promise<PageAnswer<AnyRow>> {
  const { index, limit } = readPage(query);
  const condition = sql`${visible(context, resource)} AND ${conditionOf(resource, readFilters(resource, query), context.resourceOf)}`;
  const order = orderOf(resource, query, context.resourceOf);
  const from = sql`FROM ${sql.table(resource.table)} t WHERE ${condition}`;
  const page = await sql<AnyRow>`SELECT ${columnsOf(resource, context.resourceOf)} ${from} ORDER BY ${order} LIMIT ${limit} OFFSET ${index * limit}`.execute(context.db);
  // A page that is not full tells the total by itself.
  const known = page.rows.length > 0 && page.rows.length < limit ? index * limit + page.rows.length : undefined;
  return { items: page.rows, total: known ?? (await count(context, from)) };
}

async function count(context: Context, from: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ total: number }>`SELECT count(*) AS total ${from}`.execute(context.db);
  return rows[0]?.total ?? 0;
}

/** Reads `index` (from 0) and `limit` (1 to 10000) of a query; anything else is refused with 40000. */
export function readPage(query: Readonly<Record<string, unknown>>, defaultLimit: number = limits.page.limit): { index: number; limit: number } {
  const index = wholeNumber(query['index'], 'index', limits.page.index, 0, 1_000_000_000);
  const limit = wholeNumber(query['limit'], 'limit', defaultLimit, 1, limits.page.maxLimit);
  return { index, limit };
}

function wholeNumber(value: unknown, name: string, absent: number, min: number, max: number): number {
  if (value === undefined) return absent;
  if (typeof value !== 'string' || !/^\d{1,10}$/.test(value)) throw refusedField(name, `${name} 应为整数`);
  const number = Number(value);
  if (number < min || number > max) throw refusedField(name, `${name} 应在 ${min} 到 ${max} 之间`);
  return number;
}
