import { type WaitingItem, maxWaitingCount } from '@back-office/contract/calls/waiting.ts';
import { may } from '@back-office/contract/resource/permission.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../crud/context.ts';
import { conditionOf, readFilters } from '../crud/filter.ts';
import { visible } from '../crud/visible.ts';
import { mayCall } from '../platform/http/right.ts';
import type { ServerFeature } from './server-feature.ts';
import type { WaitingFound, WaitingRecords } from './waiting.ts';

/**
 * What waits for the person, in order; nothing of which there is none. Records are counted as their list shows them, by
 * right, data scope and filters, all in one statement; `today` is the database's day.
 */
export async function readWaiting(context: Context, features: readonly ServerFeature[], today: string): Promise<WaitingItem[]> {
  const all = features.flatMap(({ waiting = [] }) => waiting).toSorted((a, b) => a.order - b.order);
  const records = all
    .filter((one) => 'where' in one)
    .filter(({ resource, permission = 'read' }) => {
      const { rights } = context.user;
      return may(rights, resource, 'read') && may(rights, resource, permission);
    });
  const counts = await countRecords(context, records, today);
  const found: WaitingItem[] = [];
  for (const one of all) {
    if ('where' in one) {
      const count = counts.get(one.name) ?? 0;
      if (count > 0) found.push({ ...commonFields(one), count, opens: { resource: one.resource, query: queryOf(one, today) } });
    } else if (one.right === undefined || mayCall(context.user.rights, one.right)) {
      // One after another: one person's first page must not take every connection of the pool.
      const item = await one.find(context);
      if (item !== undefined && item.count > 0) found.push({ ...commonFields(one), ...item });
    }
  }
  return found;
}

const commonFields = ({ name, title, icon, trouble = false }: WaitingRecords | WaitingFound): Omit<WaitingItem, 'count' | 'opens'> => ({
  name,
  title,
  icon,
  trouble,
});

function queryOf({ where, lately }: WaitingRecords, today: string): (readonly [string, string])[] {
  if (lately === undefined) return [...where];
  const first = new Date(`${today}T00:00:00Z`);
  first.setUTCDate(first.getUTCDate() - lately.days);
  return [...where, ['ge', `${lately.field}:${first.toISOString().slice(0, 10)} 00:00:00`]];
}

async function countRecords(context: Context, records: readonly WaitingRecords[], today: string): Promise<Map<string, number>> {
  if (records.length === 0) return new Map();
  const counted = records.map((one): RawBuilder<unknown> => {
    const resource = context.resourceOf(one.resource);
    const query: Record<string, string[]> = {};
    for (const [operator, item] of queryOf(one, today)) (query[operator] ??= []).push(item);
    const where = sql`${visible(context, resource)} AND ${conditionOf(context, resource, readFilters(resource, query))}`;
    return sql`SELECT ${one.name}::text AS name, count(*)::int AS count FROM (
      SELECT FROM ${sql.table(resource.table)} t WHERE ${where} LIMIT ${sql.lit(maxWaitingCount)}) AS found`;
  });
  const { rows } = await sql<{ name: string; count: number }>`${sql.join(counted, sql` UNION ALL `)}`.execute(context.db);
  return new Map(rows.map(({ name, count }) => [name, count]));
}
