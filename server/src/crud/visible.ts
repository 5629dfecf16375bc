import type { Resource, Scope } from '@back-office/contract/resource/resource.ts';
import { type RawBuilder, sql } from 'kysely';
import { column } from './columns.ts';
import type { Context } from './context.ts';

/**
 * The condition on the row `t` that holds for the rows this user may see; every read, change and delete carries it
 * (wire.md, end of "Specific calls"). Rows that it hides do not exist for him. The subqueries do not depend on `t`, so
 * the database works them out once for the whole statement.
 */
export function visible(context: Pick<Context, 'user' | 'reach'>, resource: Resource): RawBuilder<unknown> {
  const { user, reach } = context;
  const { scope } = resource;
  if (scope === undefined || seesAll(context, resource)) return sql`true`;
  const parts = [ofReach(scope, reach)];
  if (user.scope.own) parts.push(own(scope, user.userId));
  return sql`(${sql.join(parts, sql` OR `)})`;
}

/** True for a user from whom no row of the resource is hidden. */
export const seesAll = ({ user }: Pick<Context, 'user'>, { scope }: Resource): boolean => scope === undefined || user.scope.all;

function ofReach({ org, person }: Scope, reach: Context['reach']): RawBuilder<unknown> {
  if (org !== undefined) return sql`${column(org)} IN (${reach.orgs})`;
  return sql`${column(person ?? 'createUser')} IN (${reach.people})`;
}

/** 本人: what one made, and what belongs to one. */
function own({ person }: Scope, userId: string): RawBuilder<unknown> {
  const made = sql`${column('createUser')} = ${userId}::uuid`;
  return person === undefined || person === 'createUser' ? made : sql`(${made} OR ${column(person)} = ${userId}::uuid)`;
}
