import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type RawBuilder, sql } from 'kysely';
import { scopeOf } from '../identity/rights/data-scope.ts';
import { reached, reachedWhereItStood } from '../identity/rights/reach.ts';
import type { Context } from './context.ts';

type Asker = Pick<Context, 'user' | 'resources'>;

/**
 * The condition on the row `t` that holds for the rows this user may see; every read, change and delete carries it
 * (docs/wire.md "Specific calls"). Rows that it hides do not exist for them. The subqueries do not depend on `t`, so
 * the database works them out once for the whole statement.
 *
 * `from` names resources on whose behalf the rows are chosen: a form that refers to them, a notice meant for them. Whoever
 * works with those chooses within the scope that opened them, with or without a right of their own on the chosen
 * (docs/decisions/0032-reach.md).
 * @example
 * export const countOrgs = (context: Context) =>
 *   context.db
 *     .selectFrom('sys_org as t')
 *     .select(({ fn }) => fn.countAll().as('count'))
 *     .where(sql<boolean>`${visible(context, org)}`)
 *     .executeTakeFirstOrThrow();
 */
export function visible(context: Asker, resource: Resource, from: readonly string[] = []): RawBuilder<unknown> {
  const { user } = context;
  const { scope } = resource;
  if (scope === undefined || user.rights.all) return sql`true`;
  const held = reached(scope, scopeOf(user, resource.name, ...from), user.userId);
  return scope.of === undefined ? held : sql`(${held} AND ${reachedWhereItStood(user, { ...scope, of: scope.of }, context.resources)})`;
}

/**
 * True for a user from whom no row of the resource is hidden. `from` names resources on whose behalf rows are chosen, as `visible` takes
 * them.
 * @example
 * // Figures of all may be kept; of those who see less they are counted anew.
 * const countKey = (context: Context) => (seesAll(context, agreement) ? 'everybody' : context.user.userId);
 */
export const seesAll = ({ user }: Pick<Context, 'user'>, { name, scope }: Resource, from: readonly string[] = []): boolean =>
  scope === undefined || user.rights.all || (scope.of === undefined && scopeOf(user, name, ...from).all);
