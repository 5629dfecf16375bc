import type { Field } from '@back-office/contract/resource/field.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type Kysely, sql } from 'kysely';
import { Refusal, refusedField } from './refusal.ts';
import { NoTurn, Turns } from '../turns.ts';
import type { Tables } from '../database/tables.ts';

/** Most bytes of long texts that one answer holds: rows, their JSON and its bytes lie in memory beside each other. */
const most = 32 * 1024 * 1024;
/** Bytes up to which an answer is read beside any others; of heavier ones two are made at once, and waited for as long as a browser waits. */
const light = 4 * 1024 * 1024;
const heavy = new Turns(2, 10_000);

/** What a long text may take in bytes, by three for a character; JSON says nothing of its length. Other kinds are short. */
const mostOf = (field: Field): number => (field.kind === 'longText' ? field.max * 3 : field.kind === 'json' ? 12_000 : 0);

/** Whether so many records might be more than a light answer, by what their declaration allows. */
export const mayBeHeavy = ({ fields }: Resource, rows: number): boolean =>
  rows * Object.values(fields).reduce((sum, field) => sum + mostOf(field), 0) > light;

/** What the long texts of these records weigh together, and how many of them, from the first, fit into one answer. */
async function weigh(db: Kysely<Tables>, { table, fields }: Resource, ids: readonly string[]): Promise<{ weight: number; fits: number }> {
  const bytes = Object.entries(fields).flatMap(([name, field]) => {
    if (mostOf(field) === 0) return [];
    const column = field.kind === 'json' ? sql`t.${sql.id(name)}::text` : sql`t.${sql.id(name)}`;
    return [sql`coalesce(octet_length(${column}), 0)`];
  });
  const { rows } = await sql<{ weight: number; fits: number }>`
    SELECT max(running)::float8 AS weight, count(*) FILTER (WHERE running <= ${most}) AS fits FROM (
      SELECT sum((${sql.join(bytes, sql` + `)})::bigint) OVER (ORDER BY x.place) AS running
      FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS x(id, place) LEFT JOIN ${sql.table(table)} t ON t.id = x.id) added`.execute(db);
  return rows[0] ?? { weight: 0, fits: 0 };
}

/** How many of these records, from the first, fit into one answer, one in any case: for calls that say where the next one goes on. */
export const howManyFit = async (db: Kysely<Tables>, resource: Resource, ids: readonly string[]): Promise<number> =>
  mayBeHeavy(resource, ids.length) ? Math.max(1, (await weigh(db, resource, ids)).fits) : ids.length;

/**
 * Reads records of which a list may hold thousands. Where their texts would weigh more than one answer may, it refuses with 40000,
 * before one is read; heavy ones wait for their turn, and get 50300 where that does not come.
 * @example
 * const partiesOf = (context: Context, ids: readonly string[]) =>
 *   readWeighed(context.db, party, ids, () => selectRows(context, party, ids));
 */
export async function readWeighed<Row>(
  db: Kysely<Tables>,
  resource: Resource,
  ids: readonly string[],
  read: () => Promise<Row[]>,
): Promise<Row[]> {
  if (!mayBeHeavy(resource, ids.length)) return read();
  const { weight, fits } = await weigh(db, resource, ids);
  if (fits < ids.length) throw refusedField('limit', '这一页的内容过多，请减少每页条数');
  if (weight <= light) return read();
  return heavy.run(read).catch((error: unknown) => {
    throw error instanceof NoTurn ? new Refusal('unavailable', { retryAfter: 10 }) : error;
  });
}
