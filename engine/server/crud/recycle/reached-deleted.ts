import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type RawBuilder, sql } from 'kysely';
import { scopeOf } from '../../identity/rights/data-scope.ts';
import { reached } from '../../identity/rights/reach.ts';
import type { Context } from '../context.ts';
import { seesAll } from '../visible.ts';

/**
 * The condition that the deleted record with the given id was within this user's data scope: true for a user who sees every record of the resource;
 * otherwise the recycle bin must still hold the record, and its organisation or person be in the scope.
 */
export function reachedDeleted(context: Context, resource: Resource, id: RawBuilder<unknown>): RawBuilder<unknown> {
  const { user } = context;
  if (seesAll(context, resource)) return sql`true`;
  const inScope = reached({ org: 'scopeOrg', person: 'scopePerson' }, scopeOf(user, resource.name), user.userId, { inBin: true });
  return sql`EXISTS (SELECT FROM sys_recycle t WHERE t.target_resource = ${resource.name} AND t.target_id = ${id} AND ${inScope})`;
}
