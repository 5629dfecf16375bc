import { type CountsAnswer, countsLimit } from '@back-office/contract/calls/select-counts.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type RawBuilder, sql } from 'kysely';
import { Refusal, refusedField } from '../platform/http/refusal.ts';
import type { Context } from './context.ts';
import { conditionOf, itemsOf, readFilters } from './filter.ts';
import type { Operations } from './operations.ts';
import { selectPage } from './select-page.ts';
import { maxCountCost, costsOf, storedTotalSql } from './total.ts';
import { seesAll, visible } from './visible.ts';

/** The budget of all counts of one call, as a multiple of what one page may cost. */
const pages = 4;

type Query = Readonly<Record<string, string | string[]>>;

/**
 * GET select-counts: for each list query given in `of`, how many records it finds, counted as its select-page would count them: one statement asks
 * the planner for the costs, another counts. Null for a query that is no longer valid, and for a count that is too expensive to be exact.
 */
export async function selectCounts(
  context: Context,
  resource: Resource,
  query: Readonly<Record<string, unknown>>,
  page: Operations['selectPage'],
): Promise<CountsAnswer> {
  const queryTexts = itemsOf(query['of'], 'of');
  if (queryTexts.length === 0 || queryTexts.length > countsLimit) throw refusedField('of', `一次应统计 1 到 ${countsLimit} 个筛选`);
  const queries = queryTexts.map(readQuery);
  // A resource with its own page operation counts through it.
  if (page !== selectPage) return { counts: await Promise.all(queries.map((one) => pageTotal(context, resource, one, page))) };
  const statements = await Promise.all(queries.map((one) => unlessRefused(async () => countOf(context, resource, one))));
  const known = statements.flatMap((statement, at) => (statement === undefined ? [] : [{ statement, at }]));
  const counting = known.map(({ statement }) => statement);
  const costs = await costsOf(context.db, counting);
  let spent = 0;
  const cheap = known.filter((_, place) => {
    const cost = costs[place] ?? Number.POSITIVE_INFINITY;
    if (cost > maxCountCost || spent + cost > pages * maxCountCost) return false;
    spent += cost;
    return true;
  });
  const counts: (number | null)[] = queryTexts.map(() => null);
  if (cheap.length === 0) return { counts };
  const each = cheap.map(({ statement, at }) => sql`SELECT ${sql.lit(at)} AS place, (${statement}) AS total`);
  const { rows } = await sql<{ place: number; total: number }>`${sql.join(each, sql` UNION ALL `)}`.execute(context.db);
  for (const { place, total } of rows) counts[place] = total;
  return { counts };
}

function readQuery(text: string): Query {
  const said = new URLSearchParams(text);
  return Object.fromEntries([...new Set(said.keys())].map((name) => [name, said.getAll(name)]));
}

/** The statement that counts what a query finds. */
function countOf(context: Context, resource: Resource, query: Query): RawBuilder<unknown> {
  const filters = readFilters(resource, query);
  const kept = filters.length === 0 && seesAll(context, resource) ? storedTotalSql(resource) : undefined;
  const found = conditionOf(context, resource, filters);
  return kept ?? sql`SELECT count(*) FROM ${sql.table(resource.table)} t WHERE ${visible(context, resource)} AND ${found}`;
}

async function pageTotal(context: Context, resource: Resource, query: Query, page: Operations['selectPage']): Promise<number | null> {
  const found = await unlessRefused(async () => page(context, resource, { ...query, index: '0', limit: '1' }));
  return found === undefined || found.approximate === true ? null : found.total;
}

/** The value, or undefined if reading it was refused: a saved view may name a field or a dictionary value deleted since. */
export const unlessRefused = <Value>(read: () => Promise<Value>): Promise<Value | undefined> =>
  read().catch((error: unknown) => {
    if (error instanceof Refusal) return undefined;
    throw error;
  });
