import { type RawBuilder, sql } from 'kysely';
import type { Context } from '@back-office/server/crud/context.ts';
import { seesAll } from '@back-office/server/crud/visible.ts';
import { scopeOf } from '@back-office/server/identity/rights/data-scope.ts';
import { reachOf } from '@back-office/server/identity/rights/reach.ts';

/**
 * The number of users created per day (`day`, `rows`; -infinity for days before the last sixty), from the tallies of migration 0038 for the
 * organisations in scope, plus users elsewhere that the person created; the same users as `visible` selects.
 */
export function peopleByDay(context: Context): RawBuilder<unknown> {
  const { user } = context;
  const people = context.resourceOf('sys/user');
  const reach = reachOf(user, people.name);
  const all = seesAll(context, people);
  const kept = (table: string): RawBuilder<unknown> =>
    sql`SELECT day, rows FROM ${sql.table(table)} WHERE ${all ? sql`true` : sql`holder IN (${reach.orgs})`}`;
  const parts = [kept('sys_user_tally'), kept('sys_user_tally_new')];
  const scope = scopeOf(user, people.name);
  // In a preview limited by the person's own scope they are left out: it may show less, but never more.
  if (scope.own && !all && scope.within === undefined)
    parts.push(sql`SELECT tally_day(u.create_time), 1 FROM sys_user u WHERE (u.create_user = ${user.userId}::uuid OR u.id = ${user.userId}::uuid)
      AND (u.sys_org_id IN (${reach.orgs})) IS NOT TRUE`);
  return sql.join(parts, sql` UNION ALL `);
}
