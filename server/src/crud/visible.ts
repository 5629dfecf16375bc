import type { Resource, Scope } from '@back-office/contract/resource/resource.ts';
import { type RawBuilder, sql } from 'kysely';
import { column } from './columns.ts';
import type { Context } from './context.ts';

/**
 * The condition on the row `t` that holds for the rows this user may see; every read, change and delete carries it
 * (wire.md, end of "Specific calls"). Rows that it hides do not exist for him. The subqueries do not depend on `t`, so
 * the database works them out once for the whole statement.
 */
export function visible({ user, reach }: Pick<Context, 'user' | 'reach'>, { scope }: Resource): RawBuilder<unknown> {
  if (scope === undefined || user.scope.all) return sql`true`;
  const parts = [ofReach(scope, reach)];
  if (user.scope.own) parts.push(own(scope, user.userId));
  return sql`(${sql.join(parts, sql` OR `)})`;
}

function ofReach({ org, person }: Scope, reach: Context['reach']): RawBuilder<unknown> {
  if (org !== undefined) return sql`${column(org)} IN (${reach.orgs})`;
  return sql`${column(person ?? 'createUser')} IN (${reach.people})`;
}

/** 本人: what one made, and what belongs to one. */
function own({ person }: Scope, userId: string): RawBuilder<unknown> {
  const made = sql`${column('createUser')} = ${userId}::uuid`;
  return person === undefined || person === 'createUser' ? made : sql`(${made} OR ${column(person)} = ${userId}::uuid)`;
}
