import type { PageAnswer } from '@back-office/contract/calls/page.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow, RecordOf } from '@back-office/contract/resource/row.ts';
import { limits } from '@back-office/contract/limits.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../platform/database/tables.ts';
import { statementFor } from '../platform/database/statement.ts';
import type { Context } from './context.ts';
import { type OrderKey, orderBy } from './order.ts';
import { columnsOf } from './record-columns.ts';
import { costsOf, maxCountCost, storedTotalSql } from './total.ts';
import { seesAll, visible } from './visible.ts';

/** How long a table that was cheap to count is assumed to be so, in milliseconds. */
const keptMs = 60_000;
/** Offset above which reading from the end may be faster. */
const maxOffset = 1000;

const cheapUntil = new WeakMap<Kysely<Tables>, Map<string, number>>();

interface Page {
  readonly keys: readonly OrderKey[];
  /** True where `keys` are those of the declaration. */
  readonly usual: boolean;
  readonly offset: number;
  readonly limit: number;
}

/**
 * A page near the start of an unfiltered list whose total is stored or cheap to count, in one statement: most page requests are of this kind.
 * Undefined for any other. A statement costs the server more than the rows of a page do (docs/decisions/0019-list-pages.md).
 */
export async function quickPage<R extends Resource>(
  context: Context,
  resource: R,
  page: Page,
): Promise<PageAnswer<RecordOf<R>> | undefined>;
export async function quickPage(
  context: Context,
  resource: Resource,
  { keys, usual, offset, limit }: Page,
): Promise<PageAnswer<AnyRow> | undefined> {
  const { db } = context;
  const from = sql`FROM ${sql.table(resource.table)} t WHERE ${visible(context, resource)}`;
  const total = seesAll(context, resource) ? storedTotalSql(resource) : undefined;
  if (offset > maxOffset || (total === undefined && !(await staysCheap(db, `${resource.table} ${seesAll(context, resource)}`, from))))
    return undefined;
  const { rights, scopes, userId } = context.user;
  // The ids of the page are found first, so that nothing is computed for skipped rows. The limit is part of the text: a plan
  // cached for any limit assumes a tenth of the table.
  const statement = () => sql<AnyRow & { pageTotal: number }>`
    SELECT ${columnsOf(context, resource)}, (${total ?? sql`SELECT count(*) ${from}`}) AS page_total FROM ${sql.table(resource.table)} t
    WHERE t.id = ANY(ARRAY(SELECT t.id ${from} ORDER BY ${orderBy(keys)} LIMIT ${sql.lit(limit)} OFFSET ${sql.lit(offset)})) ORDER BY ${orderBy(keys)}`;
  const isFirst = usual && offset === 0 && limit === limits.page.limit;
  const rows = isFirst
    ? await statementFor([context.resources, resource, rights, scopes], `first page ${userId}`, statement).run(db)
    : (await statement().execute(db)).rows;
  const [first] = rows;
  if (first === undefined && offset > 0) return undefined;
  return { items: rows.map(({ id, version, pageTotal: _total, ...row }) => ({ id, version, ...row })), total: first?.pageTotal ?? 0 };
}

async function staysCheap(db: Kysely<Tables>, what: string, from: RawBuilder<unknown>): Promise<boolean> {
  const known = cheapUntil.get(db) ?? new Map<string, number>();
  cheapUntil.set(db, known);
  if ((known.get(what) ?? 0) > performance.now()) return true;
  const [cost = 0] = await costsOf(db, [sql`SELECT count(*) ${from}`]);
  const cheap = cost <= maxCountCost;
  if (cheap) known.set(what, performance.now() + keptMs);
  return cheap;
}
