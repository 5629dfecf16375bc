import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.ts';
import { type OrderKey, orderBy } from '../order.ts';
import { selectRows } from '../select.ts';
import type { ExportPlan } from './plan-export.ts';

/** Rows per page: few enough that other requests get their turn on the embedded database. */
const pageRows = 2000;

/** The keyset cursor where a page ended: each sort key as text, null where the row had none, and its type. */
type Place = readonly { readonly text: string | null; readonly type: string }[];

/**
 * Reads all rows of a plan in its order, with keyset pagination: each page begins after the sort keys of the last row of the one before. Nothing is
 * skipped or repeated under concurrent writes, and no database cursor, transaction or connection is held between pages. Each row is read as this
 * person sees it.
 */
export async function* readPages(context: Context, plan: ExportPlan): AsyncGenerator<AnyRow[]> {
  const { wanted, resource } = plan;
  const shown: Resource = { ...resource, fields: Object.fromEntries(plan.columns.map((name) => [name, fieldOf(resource, name)])) };
  const matching = await conditionOfPages(context, plan);
  const keys = sql.join(
    wanted.keys.flatMap(({ key }, at) => [
      sql`${key}::text AS ${sql.id(`key${at}`)}`,
      sql`pg_typeof(${key})::text AS ${sql.id(`type${at}`)}`,
    ]),
  );
  for (let place: Place | undefined; ;) {
    const after = place === undefined ? sql`true` : isAfter(wanted.keys, place);
    const { rows } = await sql<Record<string, string | null> & { id: string }>`
      SELECT t.id, ${keys} FROM ${sql.table(resource.table)} t WHERE ${matching} AND ${after}
      ORDER BY ${orderBy(wanted.keys)} LIMIT ${pageRows}`.execute(context.db);
    const last = rows.at(-1);
    if (last === undefined) return;
    const ids = rows.map(({ id }) => id);
    yield await selectRows(context, shown, ids);
    if (rows.length < pageRows) return;
    place = wanted.keys.map((_, at) => ({ text: last[`key${at}`] ?? null, type: last[`type${at}`] ?? 'text' }));
  }
}

/** Up to this many matches are read through the text index; more are found by one walk along the order's index. */
const fewFound = pageRows;

async function conditionOfPages({ db }: Context, { wanted: { resource, where, search } }: ExportPlan): Promise<RawBuilder<unknown>> {
  if (search === undefined) return where;
  const indexed = sql`${where} AND ${search.indexed}`;
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM (SELECT FROM ${sql.table(resource.table)} t WHERE ${indexed} LIMIT ${fewFound + 1}) found`.execute(db);
  if ((rows[0]?.count ?? 0) <= fewFound) return indexed;
  return sql`${where} AND CASE WHEN ${search.plain} THEN true ELSE false END`;
}

/**
 * The condition that a row comes after the place: it is further in the first key, or equal in it and further in the next. Null counts as the greatest
 * value, as in the database.
 */
function isAfter(keys: readonly OrderKey[], place: Place): RawBuilder<unknown> {
  const [first] = keys;
  const alternatives = keys.map((last, at) => {
    const level = keys.slice(0, at).map(({ key }, before) => isLevel(key, place[before]));
    return sql`(${sql.join([...level, isFurther(last, place[at])], sql` AND `)})`;
  });
  const either = sql`(${sql.join(alternatives, sql` OR `)})`;
  // Repeats the bound on the first key alone, so that the scan of its index can start there.
  const text = place[0]?.text;
  if (first === undefined || text === null || text === undefined) return either;
  if (first.descending) return sql`${first.key} <= ${valueOf(place[0])} AND ${either}`;
  return sql`(${first.key} >= ${valueOf(place[0])} OR ${first.key} IS NULL) AND ${either}`;
}

const valueOf = (part: Place[number] | undefined): RawBuilder<unknown> => sql`${part?.text}::text::${sql.raw(part?.type ?? 'text')}`;

const isLevel = (key: RawBuilder<unknown>, part: Place[number] | undefined): RawBuilder<unknown> =>
  part?.text === null ? sql`${key} IS NULL` : sql`${key} = ${valueOf(part)}`;

function isFurther({ key, descending }: OrderKey, part: Place[number] | undefined): RawBuilder<unknown> {
  if (part?.text === null) return descending ? sql`${key} IS NOT NULL` : sql`false`;
  return descending ? sql`${key} < ${valueOf(part)}` : sql`(${key} > ${valueOf(part)} OR ${key} IS NULL)`;
}
