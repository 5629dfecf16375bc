import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { type OrderKey, orderBy } from './order.ts';
import { count, estimate, keptTotal } from './total.ts';

/** The rows a page is cut from, and the page. */
export interface Wanted {
  readonly resource: Resource;
  /** FROM and WHERE over the row `t`. */
  readonly from: RawBuilder<unknown>;
  readonly keys: readonly OrderKey[];
  /** No condition leaves any row out. */
  readonly all: boolean;
  /** A text is searched for: few rows may match, anywhere in the order. */
  readonly searching: boolean;
  readonly offset: number;
  readonly limit: number;
}

/** A page's ids in order, and how many rows match; not `exact` is the planner's guess. */
export interface Found {
  readonly ids: string[];
  readonly total: number;
  readonly exact: boolean;
}

/**
 * Finds a page of ids and the total in one of three ways: a total that is kept is looked up; rows that are cheap to
 * read are counted; of others the planner tells how many they may be, and the page is read along the order's index.
 */
export async function findIds(db: Kysely<Tables>, wanted: Wanted): Promise<Found> {
  const kept = wanted.all ? await keptTotal(db, wanted.resource) : undefined;
  if (kept !== undefined) return pageOf(db, wanted, kept);
  const { rows, cheap } = await estimate(db, wanted.from);
  if (cheap && wanted.searching) return gathered(db, wanted);
  if (cheap && wanted.offset > 0) return pageOf(db, wanted, await count(db, wanted.from));
  const ids = await readIds(db, wanted);
  const seen = wanted.offset + ids.length;
  // A page that is not full tells the total by itself.
  if (ids.length < wanted.limit && (ids.length > 0 || wanted.offset === 0)) return { ids, total: seen, exact: true };
  if (cheap || ids.length === 0) return { ids, total: await count(db, wanted.from), exact: true };
  // At least one more, so that a guess too low never hides the next page.
  return { ids, total: Math.max(rows, seen + 1), exact: false };
}

async function pageOf(db: Kysely<Tables>, wanted: Wanted, total: number): Promise<Found> {
  const { offset, limit } = wanted;
  if (offset >= total) return { ids: [], total, exact: true };
  if (offset <= total / 2) return { ids: await readIds(db, wanted), total, exact: true };
  // Beyond the middle the way from the end is the shorter one.
  const fromEnd = { ...wanted, offset: Math.max(0, total - offset - limit), limit: Math.min(limit, total - offset) };
  return { ids: (await readIds(db, fromEnd, { backwards: true })).reverse(), total, exact: true };
}

async function readIds(db: Kysely<Tables>, { from, keys, offset, limit }: Wanted, direction: { backwards?: boolean } = {}): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT t.id ${from} ORDER BY ${orderBy(keys, direction)} LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Reads every row that matches, then sorts. Left to choose, the planner often walks the order's index until the page is
 * full, which for a text that few rows hold, or none, is the whole table.
 */
async function gathered(db: Kysely<Tables>, { from, keys, offset, limit }: Wanted): Promise<Found> {
  const columns = sql.join(keys.map(({ key }, at) => sql`${key} AS ${sql.id(`key${at}`)}`));
  const order = orderBy(keys.map(({ descending }, at) => ({ key: sql.id(`key${at}`), descending })));
  const { rows } = await sql<{ ids: string[]; total: number }>`
    WITH found AS MATERIALIZED (SELECT t.id, ${columns} ${from})
    SELECT ARRAY(SELECT id FROM found ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}) AS ids, (SELECT count(*) FROM found) AS total`.execute(db);
  return { ids: rows[0]?.ids ?? [], total: rows[0]?.total ?? 0, exact: true };
}
