import type { Field } from '@back-office/contract/resource/field.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type Kysely, sql } from 'kysely';
import { Refusal, refusedField } from './refusal.ts';
import { ConcurrencyTimeout, ConcurrencyLimiter } from '../concurrency-limiter.ts';
import type { Tables } from '../database/tables.ts';

/** Most bytes of long texts in one answer: rows, their JSON and its bytes are in memory at the same time. */
const maxAnswerBytes = 32 * 1024 * 1024;
/** Up to this size, any number of answers are read concurrently; of heavier ones two at once, and the others wait as long as a browser does. */
const maxLightBytes = 4 * 1024 * 1024;
const heavyReads = new ConcurrencyLimiter(2, 10_000);

/** The most bytes of a long text, at three per character; a JSON field declares no length. Other kinds are short. */
const maxBytesOf = (field: Field): number => (field.kind === 'longText' ? field.max * 3 : field.kind === 'json' ? 12_000 : 0);

/** Whether this many records might exceed a light answer, by the limits of their declaration. */
export const mayBeHeavy = ({ fields }: Resource, rows: number): boolean =>
  rows * Object.values(fields).reduce((sum, field) => sum + maxBytesOf(field), 0) > maxLightBytes;

/** The total size of the long texts of these records, and how many records, from the first, fit into one answer. */
async function weigh(db: Kysely<Tables>, { table, fields }: Resource, ids: readonly string[]): Promise<{ weight: number; fits: number }> {
  const bytes = Object.entries(fields).flatMap(([name, field]) => {
    if (maxBytesOf(field) === 0) return [];
    const column = field.kind === 'json' ? sql`t.${sql.id(name)}::text` : sql`t.${sql.id(name)}`;
    return [sql`coalesce(octet_length(${column}), 0)`];
  });
  const { rows } = await sql<{ weight: number; fits: number }>`
    SELECT max(running)::float8 AS weight, count(*) FILTER (WHERE running <= ${maxAnswerBytes}) AS fits FROM (
      SELECT sum((${sql.join(bytes, sql` + `)})::bigint) OVER (ORDER BY x.place) AS running
      FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS x(id, place) LEFT JOIN ${sql.table(table)} t ON t.id = x.id) added`.execute(db);
  return rows[0] ?? { weight: 0, fits: 0 };
}

/** How many of these records, from the first, fit into one answer, but at least one: for calls that return where the next one continues. */
export const countFittingRecords = async (db: Kysely<Tables>, resource: Resource, ids: readonly string[]): Promise<number> =>
  mayBeHeavy(resource, ids.length) ? Math.max(1, (await weigh(db, resource, ids)).fits) : ids.length;

/**
 * Reads records for a list that may have thousands. If their texts would exceed the size of one answer, it refuses with
 * 40000 before reading any; heavy reads wait for their turn, and get 50300 if they wait too long.
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
  if (weight <= maxLightBytes) return read();
  return heavyReads.run(read).catch((error: unknown) => {
    throw error instanceof ConcurrencyTimeout ? new Refusal('unavailable', { retryAfter: 10 }) : error;
  });
}
