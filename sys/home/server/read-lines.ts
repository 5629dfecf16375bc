import { type RawBuilder, sql } from 'kysely';
import type { Context } from '@back-office/server/crud/context.ts';
import { visible } from '@back-office/server/crud/visible.ts';
import { smsStatuses } from '../../sms/sms.ts';
import type { FigureLine } from '../home-answer.ts';
import { mayKnow } from './may-know.ts';
import { bytesByDay } from './bytes-by-day.ts';
import { peopleByDay } from './people-by-day.ts';

/** The same number of days as the charts' series, today the last of them. */
const days = 30;

/** Cumulative values start from the sum before the first day. */
const growing: ReadonlySet<string> = new Set<FigureLine['key']>(['users', 'storage']);

/**
 * Daily values for figures without a series: users, text messages and files by day of creation, as far as the person may read them, within their data
 * scope. One statement; everything before the thirty days is one row.
 */
export async function readLines(context: Context): Promise<FigureLine[]> {
  const rowsOf = (resource: string, what: RawBuilder<unknown>, when = sql`true`): RawBuilder<unknown> => {
    const declared = context.resourceOf(resource);
    return sql`SELECT t.create_time::date AS day, ${what} AS rows FROM ${sql.table(declared.table)} t WHERE ${visible(context, declared)} AND ${when}`;
  };
  const sentLately = (status: string) => sql`t.create_time >= current_date - ${days - 1}::int AND t.sms_status = ${status}`;
  const parts: readonly (readonly [FigureLine['key'], () => RawBuilder<unknown>])[] = [
    ['users', () => peopleByDay(context)],
    ['newUsers', () => peopleByDay(context)],
    ['storage', () => sql`SELECT day, bytes AS rows FROM (${bytesByDay(context)}) k`],
    ['smsSent', () => rowsOf('sys/sms', sql`1`, sentLately(smsStatuses.sent))],
    ['smsFailed', () => rowsOf('sys/sms', sql`1`, sentLately(smsStatuses.failed))],
  ];
  const known = parts.filter(([key]) => mayKnow(context.user.rights, key));
  if (known.length === 0) return [];
  const { rows } = await sql<{ key: FigureLine['key']; ago: number; value: number }>`
    SELECT key, least(current_date - greatest(day, current_date - ${days}::int), ${days}::int) AS ago, sum(rows)::bigint AS value
    FROM (${sql.join(
      known.map(([key, part]) => sql`SELECT ${key}::text AS key, day, rows FROM (${part()}) AS p`),
      sql` UNION ALL `,
    )}) AS d GROUP BY 1, 2`.execute(context.db);
  return known.map(([key]) => ({ key, values: valuesOf(key, rows) }));
}

/** The values of the thirty days, oldest first. */
function valuesOf(key: string, rows: readonly { key: string; ago: number; value: number }[]): number[] {
  const on = new Map(rows.filter((row) => row.key === key).map(({ ago, value }) => [ago, value]));
  const each = Array.from({ length: days }, (_, at) => on.get(days - 1 - at) ?? 0);
  if (!growing.has(key)) return each;
  let sum = on.get(days) ?? 0;
  return each.map((value) => (sum += value));
}
