import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { counted } from '../database/growing-tables.ts';
import type { Tables } from '../database/tables.ts';

type Sql = RawBuilder<unknown>;

/**
 * What reading all matching rows may cost, in the planner's units, to be done for one page: about 25 ms on a plain
 * machine (docs/decisions/0004-search-and-totals.md).
 */
const affordable = 12_000;

/** How many rows match: exactly, or as the planner guesses where counting would take too long. */
export interface Estimate {
  readonly rows: number;
  readonly cheap: boolean;
}

/** Asks the planner how many rows `from` gives and whether reading them all is cheap. Runs nothing. */
export async function estimate(db: Kysely<Tables>, from: Sql): Promise<Estimate> {
  const { rows } = await sql<Record<string, [{ Plan: { 'Plan Rows': number; 'Total Cost': number } }]>>`EXPLAIN (FORMAT JSON) SELECT ${from}`.execute(db);
  const plan = Object.values(rows[0] ?? {})[0]?.[0].Plan;
  return { rows: plan?.['Plan Rows'] ?? 0, cheap: (plan?.['Total Cost'] ?? 0) <= affordable };
}

/** The rows that match, counted one by one. */
export async function count(db: Kysely<Tables>, from: Sql): Promise<number> {
  const { rows } = await sql<{ total: number }>`SELECT count(*) AS total ${from}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** All rows of a table that only grows, as they were counted when they came; undefined for any other table. */
export async function keptTotal(db: Kysely<Tables>, { table }: Resource): Promise<number | undefined> {
  if (!counted.has(table)) return undefined;
  const { rows } = await sql<{ total: number }>`SELECT coalesce(sum(rows), 0) AS total FROM sys_row_count WHERE table_name = ${table}`.execute(db);
  return rows[0]?.total ?? 0;
}
