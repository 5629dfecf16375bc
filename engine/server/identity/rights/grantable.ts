import { statuses } from '@back-office/contract/status.ts';
import { may } from '@back-office/contract/resource/permission.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { resourceOfPage } from '@back-office/contract/resource/rights-of.ts';
import { type Kysely, sql } from 'kysely';
import { systemIds } from '../system-ids.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { compareHolders, compareRoles, denied } from './compare-rights.ts';
import { escalationByRevoking, scopeSensitive } from './escalation.ts';
import { makeExceeds } from './org-sets.ts';
import { scopeOf } from './data-scope.ts';
import { type EffectiveRights, type RightsSnapshot, effectiveRightsOf, noEffectiveRights, readRightsSnapshot } from './effective-rights.ts';
import { narrowEffective } from './narrow.ts';
import type { SignedIn } from './signed-in.ts';
import { type AffectedRights, affectedRightsOf, lockRights, type RightsChange } from './affected-rights.ts';
import { anyOf } from '../../platform/database/any-of.ts';
import { dataScopes } from '@back-office/contract/data-scopes.ts';

/** What rights are compared with. */
export interface Judging {
  readonly db: Kysely<Tables>;
  /** All resource declarations, to find those with scopes. */
  readonly resources: readonly Resource[];
}

interface Giver extends Judging {
  readonly user: SignedIn;
}

/** Nobody changes the role admin, and nobody but an administrator changes a role that they hold themselves. */
export async function requireEditableRoles({ db, user }: Pick<Giver, 'db' | 'user'>, roleIds: readonly string[]): Promise<void> {
  if (roleIds.includes(systemIds.adminRole)) throw denied('不能修改管理员角色');
  if (user.rights.all || roleIds.length === 0) return;
  const ownRole = await db
    .selectFrom('sys_user_role')
    .select('targetId')
    .where('ownerId', '=', user.userId)
    .where('targetId', '=', anyOf(roleIds))
    .executeTakeFirst();
  if (ownRole !== undefined) throw denied('不能修改自己拥有的角色');
}

/** Whether somebody's widest scope is at least as wide as this one; a check before anything is written; `guardEscalation` decides. */
export function holdsScope(user: Pick<SignedIn, 'rights' | 'scopes'>, dataScope: string): boolean {
  const scope = scopeOf(user, ...user.scopes.flatMap(({ resources }) => resources));
  const held: Record<string, boolean> = {
    [dataScopes.all]: scope.all,
    [dataScopes.orgAndBelow]: scope.all || scope.orgAndBelow,
    [dataScopes.org]: scope.all || scope.orgAndBelow || scope.org,
  };
  return held[dataScope] !== false;
}

/** Nobody grants a permission on a function that they lack; only an administrator grants permissions on pages without a resource. */
export function requireOwnPermissions({ user }: Pick<Giver, 'user'>, grants: readonly { component: string; permission: string }[]): void {
  if (user.rights.all) return;
  for (const { component, permission } of grants) {
    const resource = resourceOfPage(component);
    const lacking = permission.split(',').filter((word) => word !== '' && (resource === undefined || !may(user.rights, resource, word)));
    if (lacking.length > 0) throw denied(`不能授予自己没有的权限：${lacking.join('、')}`);
  }
}

/** Nobody touches the account of a person who holds rights that they lack; disabled rights of that person count too. */
export async function requireNotStronger({ db, user, resources }: Giver, userIds: readonly string[]): Promise<void> {
  if (user.rights.all || userIds.length === 0) return;
  const affected: AffectedRights = { who: sql`u.id = ANY(${userIds}::uuid[])`, byPerson: true, roles: [] };
  const snapshot = await readRightsSnapshot(db, user.userId, affected);
  const comparison = { matters: scopeSensitive(resources), exceeds: makeExceeds() };
  const isOwnAsked = userIds.some((id) => id.toLowerCase() === user.userId);
  for (const [at, own] of (await ownRightsOf(db, snapshot, user)).entries())
    for (const holder of snapshot.holders) {
      // For whoever made the key, its person is somebody else.
      const isSelf = holder.mine && (at === 0 || !isOwnAsked);
      if (!isSelf && escalationByRevoking(effectiveRightsOf(holder, snapshot, true), noEffectiveRights, own, comparison) !== undefined)
        throw denied('不能操作权限或数据范围超出自己的账号');
    }
}

/** Whether somebody holds rights now that this other person lacks, whose rights count though they are disabled; false if the other is gone. */
export async function exceedsRightsOf({ db, resources }: Judging, userId: string, otherId: string): Promise<boolean> {
  const snapshot = await readRightsSnapshot(db, otherId, { who: sql`u.id = ${userId}::uuid`, byPerson: true, roles: [] });
  const other = snapshot.holders.find(({ mine }) => mine);
  if (other === undefined) return false;
  const held = effectiveRightsOf(
    snapshot.holders.find(({ mine }) => !mine),
    snapshot,
  );
  const covered = effectiveRightsOf({ ...other, status: statuses.enabled }, snapshot);
  return (
    escalationByRevoking(held, noEffectiveRights, covered, { matters: scopeSensitive(resources), exceeds: makeExceeds() }) !== undefined
  );
}

/**
 * The only check for privilege escalation (docs/wire.md "Specific calls"): nobody makes another person, or themselves,
 * reach or hold what they do not reach or hold, nor takes it from anyone. In the transaction, call it before records are
 * written, deleted or restored, and call the function that it returns afterwards: the change in the rights of every person
 * concerned is compared with the rights that the caller held before. Refuses with 40300. An administrator is not checked.
 */
export async function guardEscalation(giver: Giver, resource: string, rows: readonly RightsChange[]): Promise<() => Promise<void>> {
  const affected = giver.user.rights.all ? undefined : await affectedRightsOf(giver.db, resource, rows);
  return affected === undefined ? () => Promise.resolve() : guardAffected(giver, affected);
}

/** The same for the grants of roles, which are not part of the role's record. */
export async function guardRoleEscalation(giver: Giver, roleIds: readonly string[]): Promise<() => Promise<void>> {
  return guardEscalation(
    giver,
    'sys/role',
    roleIds.map((id) => ({ id })),
  );
}

async function guardAffected({ db, user, resources }: Giver, affected: AffectedRights): Promise<() => Promise<void>> {
  await lockRights(db);
  const before = await readRightsSnapshot(db, user.userId, affected);
  const matters = scopeSensitive(resources);
  const givers = await ownRightsOf(db, before, user);
  return async () => {
    const after = await readRightsSnapshot(db, user.userId, affected);
    for (const own of givers) {
      await compareHolders(before, after, own, matters);
      await compareRoles({ before, after }, own, affected.roles, matters);
    }
  };
}

/**
 * The caller's rights; with an API key no more than it lists, followed by those of the people who made it for them or handed it over: none may be exceeded.
 */
async function ownRightsOf(db: Kysely<Tables>, snapshot: RightsSnapshot, { key, rights }: SignedIn): Promise<EffectiveRights[]> {
  const own = rightsOfAsker(snapshot);
  if (key === undefined) return [own];
  const held = [own];
  for (const { userId } of key.makers)
    held.push(rightsOfAsker(await readRightsSnapshot(db, userId, { who: sql`false`, byPerson: true, roles: [] })));
  return held.map((one) => narrowEffective(one, rights));
}

const rightsOfAsker = (snapshot: RightsSnapshot): EffectiveRights =>
  effectiveRightsOf(
    snapshot.holders.find(({ mine }) => mine),
    snapshot,
  );
