import { parentFieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import { sql } from 'kysely';
import type { Context } from './context.ts';
import type { Checked } from './save.ts';
import { seesAll } from './visible.ts';
import { reachOf } from '../session/reach.ts';

/**
 * The new ones among these records that would lie outside the user's data scope, by their place; told before anything
 * is written, as far as the organisation that they name tells it. The write itself is the judge.
 */
export async function outOfScope(
  context: Context,
  resource: Resource,
  checked: readonly Checked[],
): Promise<{ row: number; field: string }[]> {
  const org = resource.scope?.org;
  // What one makes oneself lies in one's own scope.
  if (org === undefined || seesAll(context, resource) || context.user.scope.own) return [];
  const { userId, scope } = context.user;
  const ofTree = org === 'id';
  const field = (ofTree ? parentFieldOf(resource) : org) ?? org;
  // A new organisation is reached through the one above it, and only by who reaches downwards.
  const reach = ofTree ? reachOf({ userId, scope: { ...scope, org: false, customRoles: [] } }) : context.reach;
  const own = new Set(checked.map(({ id }) => id));
  const ids = [...new Set(checked.map(({ values }) => values[field]).filter((id): id is string => typeof id === 'string' && !own.has(id)))];
  const { rows } = await sql<{ id: string }>`SELECT id FROM (${reach.orgs}) AS reached(id) WHERE id = ANY(${ids}::uuid[])`.execute(
    context.db,
  );
  const reached = new Set([...own, ...rows.map(({ id }) => id)]);
  return checked.flatMap(({ current, values }, row) =>
    current !== undefined || reached.has(String(values[field])) ? [] : [{ row, field }],
  );
}
