import type { Issue } from '@back-office/contract/resource/issue.ts';
import { parentFieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import { sql } from 'kysely';
import type { Context } from './context.ts';
import type { Checked } from './checked.ts';
import { seesAll } from './visible.ts';
import { scopeOf } from '../identity/rights/data-scope.ts';
import { reachIn } from '../identity/rights/reach.ts';

/**
 * An issue for each new record that would be outside the user's data scope. Checked before anything is written, as far as the organisation of the
 * record decides; the write itself checks again.
 */
export async function outOfScope(context: Context, resource: Resource, checked: readonly Checked[]): Promise<(Issue & { row: number })[]> {
  const org = resource.scope?.org;
  // With this scope, what a user creates is always within it.
  const scope = scopeOf(context.user, resource.name);
  if (org === undefined || seesAll(context, resource) || scope.own) return [];
  const ofTree = org === 'id';
  const field = (ofTree ? parentFieldOf(resource) : org) ?? org;
  // What a save does not write, the database fills in: only the write itself can tell.
  if (!resource.form.includes(field)) return [];
  // A new organisation is reached through its parent, and only by scopes that include the organisations below.
  const reach = reachIn(context.user.userId, ofTree ? { ...scope, org: false, customRoles: [] } : scope);
  const own = new Set(checked.map(({ id }) => id));
  const ids = [...new Set(checked.map(({ values }) => values[field]).filter((id): id is string => typeof id === 'string' && !own.has(id)))];
  const found = sql<{ id: string }>`SELECT id FROM (${reach.orgs}) AS reached(id) WHERE id = ANY(${ids}::uuid[])`;
  const { rows } = await found.execute(context.db);
  const reached = new Set([...own, ...rows.map(({ id }) => id)]);
  const message = '不在您的数据范围内';
  return checked.flatMap(({ current, values }, row) => (current || reached.has(String(values[field])) ? [] : [{ row, field, message }]));
}
