import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type RawBuilder, sql } from 'kysely';
import { scopeOf } from '../../identity/rights/data-scope.ts';
import { reached } from '../../identity/rights/reach.ts';
import type { Context } from '../context.ts';
import { seesAll } from '../visible.ts';

/**
 * The condition, of the id that `id` names, that a record of this resource which was deleted lay within this user's data scope: all of
 * them where nothing is hidden from them, else those that the recycle bin still holds where they stood.
 */
export function reachedDeleted(context: Context, resource: Resource, id: RawBuilder<unknown>): RawBuilder<unknown> {
  const { user } = context;
  if (seesAll(context, resource)) return sql`true`;
  const there = reached({ org: 'scopeOrg', person: 'scopePerson' }, scopeOf(user, resource.name), user.userId);
  return sql`EXISTS (SELECT FROM sys_recycle t WHERE t.target_resource = ${resource.name} AND t.target_id = ${id} AND ${there})`;
}
