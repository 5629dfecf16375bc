import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../platform/database/tables.ts';

type Sql = RawBuilder<unknown>;

/**
 * The most that counting may cost for one page, in planner units; with its default constants a sequential scan of a million logs costs about 40,000
 * (docs/decisions/0004-search-and-totals.md).
 */
export const maxCountCost = 8000;

/** How many pages of a table, of some 30 rows each, are sampled to estimate how many rows match. */
const samplePages = 200;

/** The planner's cost estimate for each of these counts. Only plans them. */
export async function costsOf(db: Kysely<Tables>, counts: readonly Sql[]): Promise<number[]> {
  if (counts.length === 0) return [];
  // UNION ALL of a single query would have no Append node.
  const all = sql.join([...counts, sql`SELECT 0`], sql` UNION ALL `);
  const { rows } = await sql<Record<string, [{ Plan: { Plans: { 'Total Cost': number }[] } }]>>`EXPLAIN (FORMAT JSON) ${all}`.execute(db);
  const { Plans: plans } = Object.values(rows[0] ?? {})[0]?.[0].Plan ?? { Plans: [] };
  return plans.slice(0, counts.length).map((plan) => plan['Total Cost']);
}

/**
 * Estimates how many rows match: the matches in a sample of the table, always the same one, divided by the sample's share of the table. Rows of a
 * view, such as who is online, are counted.
 */
export async function estimateCount(db: Kysely<Tables>, { table }: Resource, where: Sql): Promise<number> {
  const views = await sql`SELECT FROM pg_class WHERE oid = ${table}::regclass AND relkind = 'v'`.execute(db);
  if (views.rows.length > 0) return count(db, sql`FROM ${sql.table(table)} t WHERE ${where}`);
  // A partitioned log has no pages itself: those of its partitions count.
  const bytes = sql`(SELECT coalesce(sum(pg_relation_size(relid)), pg_relation_size(${table}::regclass)) FROM pg_partition_tree(${table}::regclass))`;
  const share = sql`least(1, ${samplePages}::float8 / greatest(1, ${bytes} / current_setting('block_size')::int))`;
  const sample = sql`${sql.table(table)} t TABLESAMPLE SYSTEM (100 * ${share}) REPEATABLE (1)`;
  return totalIn(db, sql`SELECT round(count(*) / ${share}) AS total FROM ${sample} WHERE ${where}`);
}

/** The exact number of matching rows. */
export const count = (db: Kysely<Tables>, from: Sql): Promise<number> => totalIn(db, sql`SELECT count(*) AS total ${from}`);

/** The number that a statement returns as `total`. */
export const totalIn = async (db: Kysely<Tables>, statement: Sql): Promise<number> =>
  (await sql<{ total: number }>`${statement}`.execute(db)).rows[0]?.total ?? 0;

/** Tables whose new rows are in a table of their own until a job has added them to the total (`addUpLines`). */
export const tailTables: ReadonlyMap<string, string> = new Map([['sys_log_opt', 'sys_log_tail']]);

/** The statement that reads the stored row count of a resource; undefined for a resource without one. */
export function storedTotalSql({ table, browse }: Resource): Sql | undefined {
  if (browse.counted !== true) return undefined;
  const tail = tailTables.get(table);
  const fresh = tail === undefined ? sql`` : sql` + (SELECT count(*) FROM ${sql.table(tail)})`;
  return sql`SELECT coalesce(sum(rows), 0)${fresh} AS total FROM sys_row_count WHERE table_name = ${table}`;
}
