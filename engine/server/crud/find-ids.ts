import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../platform/database/tables.ts';
import { type OrderKey, orderBy } from './order.ts';
import { maxCountCost, costsOf, count, estimateCount, storedTotalSql, totalIn } from './total.ts';

/** The rows of a list, and the page to cut from them. */
export interface Wanted {
  readonly resource: Resource;
  /** The condition on the row `t`, without the text searches. */
  readonly where: RawBuilder<unknown>;
  /** The condition of the text searches: through their indexes, without them, and for counting. Few rows may match, anywhere in the order. */
  readonly search: Readonly<Record<'indexed' | 'plain' | 'counted', RawBuilder<unknown>>> | undefined;
  readonly keys: readonly OrderKey[];
  /** True when no condition excludes any row. */
  readonly all: boolean;
  readonly offset: number;
  readonly limit: number;
}

/** A page's ids in order, and how many rows match; an estimate unless `exact`. */
export interface Found {
  readonly ids: string[];
  readonly total: number;
  readonly exact: boolean;
}

/** The most matches of a search that are sorted and counted; beyond that the total is an estimate. */
const maxSortedMatches = 2000;

/**
 * Finds a page of ids and the total. A stored total is looked up; the matches of a search are collected while they are few; other rows are counted
 * where that is cheap. Otherwise the page is read along the order's index, and the total is estimated from a sample.
 */
export async function findIds(db: Kysely<Tables>, wanted: Wanted): Promise<Found> {
  const stored = wanted.all ? storedTotalSql(wanted.resource) : undefined;
  if (stored !== undefined) return pageOf(db, wanted, await totalIn(db, stored));
  const few = wanted.search === undefined ? undefined : await gathered(db, wanted, wanted.search.indexed);
  if (few !== undefined) return few;
  // Most lists are short: a first page that is not full is the whole list.
  const first = wanted.offset === 0 ? await readIds(db, wanted) : undefined;
  if (first !== undefined && first.length < wanted.limit) return { ids: first, total: first.length, exact: true };
  const counted = await cheapest(db, wanted);
  if (counted === undefined) return guessed(db, wanted, first ?? (await readIds(db, wanted)));
  const total = await count(db, counted);
  return first === undefined ? pageOf(db, wanted, total) : { ids: first, total, exact: true };
}

/**
 * The cheaper way to count by the planner's estimate: a check of every row of the table, or only the rows that a text index finds. Undefined where
 * checking every row is expensive: in so large a table the planner's estimate for the index is too unreliable.
 */
async function cheapest(db: Kysely<Tables>, wanted: Wanted): Promise<RawBuilder<unknown> | undefined> {
  const { resource, where, search } = wanted;
  const ways = [from(wanted)];
  if (search !== undefined) ways.push(sql`FROM ${sql.table(resource.table)} t WHERE ${where} AND ${search.counted}`);
  const counts = ways.map((way) => sql`SELECT count(*) ${way}`);
  const [cost = 0, byIndex = cost] = await costsOf(db, counts);
  return cost > maxCountCost ? undefined : ways[byIndex < cost ? 1 : 0];
}

const from = (wanted: Wanted): RawBuilder<unknown> => sql`FROM ${sql.table(wanted.resource.table)} t WHERE ${matching(wanted)}`;

// When a search is known to match many rows, the order's index returns the first of them fastest. The CASE hides the condition
// from the planner, which takes matching texts to be rare and would collect all matches first.
const matching = ({ where, search }: Wanted): RawBuilder<unknown> =>
  search === undefined ? where : sql`${where} AND CASE WHEN ${search.plain} THEN true ELSE false END`;

async function guessed(db: Kysely<Tables>, wanted: Wanted, ids: string[]): Promise<Found> {
  const { resource, offset, limit } = wanted;
  const seen = offset + ids.length;
  // A page that is not full implies the total, unless it is empty beyond the end.
  if (ids.length === 0 && offset > 0) return { ids, total: await count(db, from(wanted)), exact: true };
  if (ids.length < limit) return { ids, total: seen, exact: true };
  // At least one more, so that a low estimate never hides the next page.
  return { ids, total: Math.max(await estimateCount(db, resource, matching(wanted)), seen + 1), exact: false };
}

async function pageOf(db: Kysely<Tables>, wanted: Wanted, total: number): Promise<Found> {
  const { offset, limit } = wanted;
  if (offset >= total) return { ids: [], total, exact: true };
  if (offset <= total / 2) return { ids: await readIds(db, wanted), total, exact: true };
  // Past the middle it is faster to read from the end.
  const fromEnd = { ...wanted, offset: Math.max(0, total - offset - limit), limit: Math.min(limit, total - offset) };
  return { ids: (await readIds(db, fromEnd, { backwards: true })).reverse(), total, exact: true };
}

async function readIds(db: Kysely<Tables>, wanted: Wanted, direction: { backwards?: boolean } = {}): Promise<string[]> {
  const { keys, offset, limit } = wanted;
  const { rows } = await sql<{ id: string }>`
    SELECT t.id ${from(wanted)} ORDER BY ${orderBy(keys, direction)} LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Reads every row that matches, then sorts; undefined when there are too many. Left to the planner, the query often walks the order's index until the
 * page is full, which scans the whole table if few rows hold the text, or none.
 */
async function gathered(
  db: Kysely<Tables>,
  { resource, where, keys, offset, limit }: Wanted,
  search: RawBuilder<unknown>,
): Promise<Found | undefined> {
  const columns = sql.join(keys.map(({ key }, at) => sql`${key} AS ${sql.id(`key${at}`)}`));
  const order = orderBy(keys.map(({ descending }, at) => ({ key: sql.id(`key${at}`), descending })));
  const { rows } = await sql<{ ids: string[]; total: number }>`
    WITH found AS MATERIALIZED (
      SELECT t.id, ${columns} FROM ${sql.table(resource.table)} t WHERE ${where} AND ${search} LIMIT ${maxSortedMatches + 1})
    SELECT ARRAY(SELECT id FROM found ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}) AS ids, (SELECT count(*) FROM found) AS total`.execute(
    db,
  );
  const { ids = [], total = 0 } = rows[0] ?? {};
  return total > maxSortedMatches ? undefined : { ids, total, exact: true };
}
