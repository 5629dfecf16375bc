import type { Resource, Scope } from '@back-office/contract/resource/resource.ts';
import { may } from '@back-office/contract/resource/permission.ts';
import { type RawBuilder, sql } from 'kysely';
import { snake } from '../../platform/database/snake.ts';
import { type DataScope, scopeOf } from './data-scope.ts';
import type { Stood } from '../../platform/live/live-event.ts';
import type { SignedIn } from './signed-in.ts';

/** Subqueries of the ids that a person's data scope reaches; they select nothing if no scope covers anything. */
export interface Reach {
  readonly orgs: RawBuilder<unknown>;
  readonly people: RawBuilder<unknown>;
}

/** The organisations that a person reaches on these resources, and the people who belong to them. */
export function reachOf(user: Pick<SignedIn, 'userId' | 'rights' | 'scopes' | 'preview'>, ...resources: readonly string[]): Reach {
  return reachIn(user.userId, scopeOf(user, ...resources));
}

/** What is known of deleted records, whose organisations may be gone from the tree. */
export interface Gone {
  /** The organisation of the one record, followed by those above it when it was deleted. */
  readonly above?: readonly string[] | undefined;
  /** They are in the recycle bin, and organisations there count as if they were still where they were. */
  readonly inBin?: boolean;
  /** They are lines of a log: people who were deleted count to their last organisation, so that deleting somebody hides nothing that they did. */
  readonly isLog?: boolean;
}

/** As literals, so that the index of migration 0185 is used. */
const deletedOrgs = sql`SELECT target_id, (content -> 'row' ->> 'parent_id')::uuid FROM sys_recycle WHERE target_resource = 'sys/org'`;
/** The organisations, each with the one above it. */
export const orgsOf = ({ inBin = false }: Gone): RawBuilder<unknown> =>
  inBin ? sql`(SELECT id, parent_id FROM sys_org UNION ALL ${deletedOrgs})` : sql`sys_org`;

/** The organisations that a scope covers for a person, and the people who belong to them. */
export function reachIn(userId: string, scope: DataScope, gone: Gone = {}): Reach {
  const orgs = orgsIn(userId, scope, gone);
  if (gone.isLog !== true) return { orgs, people: sql`SELECT id FROM sys_user WHERE sys_org_id IN (${orgs})` };
  // Also those who were deleted (migration 0216).
  return {
    orgs,
    people: sql`SELECT id FROM (SELECT id, sys_org_id FROM sys_user UNION ALL SELECT id, sys_org_id FROM sys_former_user) p
    WHERE sys_org_id IN (${orgs})`,
  };
}

function orgsIn(userId: string, scope: DataScope, gone: Gone): RawBuilder<unknown> {
  const { above = [] } = gone;
  const home = sql`SELECT sys_org_id FROM sys_user WHERE id = ${scope.whose ?? userId}::uuid AND sys_org_id IS NOT NULL`;
  const parts: RawBuilder<unknown>[] = [];
  if (scope.orgAndBelow) {
    parts.push(sql`(WITH RECURSIVE below(id) AS (
      ${home} UNION SELECT o.id FROM ${orgsOf(gone)} o JOIN below ON o.parent_id = below.id
    ) SELECT id FROM below)`);
    if (above.length > 0) parts.push(sql`(SELECT ${above[0]}::uuid WHERE (${home}) = ANY(${above}::uuid[]))`);
  } else if (scope.org) parts.push(sql`(${home})`);
  if (scope.customRoles.length > 0)
    parts.push(sql`(SELECT target_id FROM sys_role_org WHERE owner_id = ANY(${scope.customRoles}::uuid[]))`);
  const orgs = parts.length === 0 ? sql`SELECT NULL::uuid WHERE false` : sql.join(parts, sql` UNION `);
  return scope.within === undefined ? orgs : sql`(${orgs}) INTERSECT (${orgsIn(userId, scope.within, gone)})`;
}

/** The condition on the row `t` that selects what a scope reaches, for a resource tied to scopes in this way. */
export function reached(scopeFields: Scope, { within, ...scope }: DataScope, userId: string, gone: Gone = {}): RawBuilder<unknown> {
  // Both conditions are needed, not the intersection of organisations: a person's own records may lie in none of them.
  if (within !== undefined) return sql`(${reached(scopeFields, scope, userId, gone)} AND ${reached(scopeFields, within, userId, gone)})`;
  const { org, person } = scopeFields;
  if (scope.all) return sql`true`;
  // Without organisations the condition is on the person alone, whose index a subquery that finds nothing would keep from being used.
  if (!scope.org && !scope.orgAndBelow && scope.customRoles.length === 0) return scope.own ? isOwn(person, userId) : sql`false`;
  const { orgs, people } = reachIn(userId, scope, gone);
  const ofReach = org === undefined ? sql`${column(person ?? 'createUser')} IN (${people})` : sql`${column(org)} IN (${orgs})`;
  return scope.own ? sql`(${ofReach} OR ${isOwn(person, userId)})` : sql`(${ofReach})`;
}

/** The columns of a record that scopes depend on, with their current values: needed after its deletion. */
export function scopeValuesOf({ scope }: Pick<Resource, 'scope'>, row: Readonly<Record<string, unknown>> = {}): Stood {
  const names = [scope?.org ?? 'id', scope?.person ?? 'id', 'createUser'];
  return Object.fromEntries(names.map((name) => [snake(name), row[name] ?? null]));
}

/** 本人: the records that a person created, and those that belong to them. */
function isOwn(person: string | undefined, userId: string): RawBuilder<unknown> {
  const made = sql`${column('createUser')} = ${userId}::uuid`;
  return person === undefined || person === 'createUser' ? made : sql`(${made} OR ${column(person)} = ${userId}::uuid)`;
}

/** The same for records taken from other resources (the field `of` names which) when they were deleted: the person must read and reach them there. */
export function reachedInSource(
  { user, resources }: { user: Pick<SignedIn, 'userId' | 'rights' | 'scopes' | 'preview'>; resources: readonly Resource[] },
  { of, ...scope }: Scope & { of: string },
  above?: readonly string[],
): RawBuilder<unknown> {
  const held = (resource: Resource): DataScope | undefined => (resource.scope === undefined ? undefined : scopeOf(user, resource.name));
  const readable = resources.filter(({ name }) => may(user.rights, name, 'read'));
  if (readable.length === 0) return sql`false`;
  const parts = [...Map.groupBy(readable, (resource) => JSON.stringify(held(resource))).values()].map((alike) => {
    const [first] = alike;
    const sourceScope = first && held(first);
    const names = alike.map(({ name }) => name);
    return sql`(${column(of)} = ANY(${names}::text[]) AND ${sourceScope === undefined ? sql`true` : reached(scope, sourceScope, user.userId, { above, inBin: true })})`;
  });
  return sql`(${sql.join(parts, sql` OR `)})`;
}

const column = (name: string): RawBuilder<unknown> => sql.ref(`t.${name}`);
