import { logOperations, type Resource } from '@back-office/contract/resource/resource.ts';
import { type RawBuilder, sql } from 'kysely';
import { scopeOf } from '../identity/rights/data-scope.ts';
import { reached, reachedInSource } from '../identity/rights/reach.ts';
import type { Context } from './context.ts';

type Asker = Pick<Context, 'user' | 'resources'>;

/**
 * The condition on the row `t` that this user may see it; every read, change and delete includes it (docs/wire.md "Specific calls"). For the user,
 * hidden rows do not exist. The subqueries do not depend on `t`, so the database evaluates them once per statement.
 *
 * `from` names resources that choose these rows: a form that refers to them, a notice meant for them. A user of such a resource chooses within the
 * scope of their grant on it, with or without a grant on the chosen resource (docs/decisions/0032-reach.md). `above` of a deleted row: its organisations.
 * @example
 * export const countOrgs = (context: Context) =>
 *   context.db
 *     .selectFrom('sys_org as t')
 *     .select(({ fn }) => fn.countAll().as('count'))
 *     .where(sql<boolean>`${visible(context, org)}`)
 *     .executeTakeFirstOrThrow();
 */
export function visible(context: Asker, resource: Resource, from: readonly string[] = [], above?: readonly string[]): RawBuilder<unknown> {
  const { user } = context;
  const { scope } = resource;
  if (scope === undefined || user.rights.all) return sql`true`;
  const gone = { above, inBin: scope.of !== undefined, isLog: resource.operations === logOperations };
  const inScope = reached(scope, scopeOf(user, resource.name, ...from), user.userId, gone);
  return scope.of === undefined ? inScope : sql`(${inScope} AND ${reachedInSource(context, { ...scope, of: scope.of }, above)})`;
}

/**
 * True if no row of the resource is hidden from the user. `from` names resources that choose the rows, as in `visible`.
 * @example
 * // The totals of users who see everything may share a cache entry; for others they are counted per user.
 * const countKey = (context: Context) => (seesAll(context, agreement) ? 'everybody' : context.user.userId);
 */
export const seesAll = ({ user }: Pick<Context, 'user'>, { name, scope }: Resource, from: readonly string[] = []): boolean =>
  scope === undefined || user.rights.all || (scope.of === undefined && scopeOf(user, name, ...from).all);
