import { statuses } from '@back-office/contract/status.ts';
import { dataScopes } from '@back-office/contract/data-scopes.ts';
import { may } from '@back-office/contract/resource/permission.ts';
import { resourceOfPage } from '@back-office/contract/resource/rights-of.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { allOrgs, noOrgs, type OrgSet, union } from './org-sets.ts';
import { closedFunctions } from './closed-functions.ts';
import { systemIds } from '../system-ids.ts';
import type { Row, Tables, Value } from '../../platform/database/tables.ts';

/** A person, or all people with the same organisation, status and set of roles. */
export interface RightsHolder {
  readonly key: string;
  readonly home: Value<'sys_user', 'sysOrgId'>;
  readonly status: Value<'sys_user', 'userStatus'>;
  readonly roles: readonly string[];
  /** True for the caller. */
  readonly mine: boolean;
}

export interface HeldRole extends Readonly<Row<'sys_role', 'id' | 'dataScope'>> {
  readonly status: Value<'sys_role', 'roleStatus'>;
  readonly orgs: readonly string[];
  readonly grants: readonly { readonly component: string; readonly permission: string; readonly isEnabled: boolean }[];
}

/** The holders and roles in the database at one moment. */
export interface RightsSnapshot {
  readonly holders: readonly RightsHolder[];
  readonly roles: ReadonlyMap<string, HeldRole>;
  readonly tree: OrgTree;
}

/** The rights of a holder: everything, or permission words and organisations per resource. */
export interface EffectiveRights {
  readonly all: boolean;
  readonly on: ReadonlyMap<string, { readonly words: readonly string[]; readonly reach: OrgSet }>;
}

export const noEffectiveRights: EffectiveRights = { all: false, on: new Map() };

/** Whether these words include the word, or another that implies it. */
export const includesPermission = (words: readonly string[] | undefined, word: string): boolean =>
  may({ all: false, byResource: { it: words ?? [] } }, 'it', word);

/** The tree of organisations. */
export class OrgTree {
  readonly #children: ReadonlyMap<string | null, readonly { id: string }[]>;
  readonly #known: ReadonlySet<string>;
  readonly #below = new Map<string, ReadonlySet<string>>();

  constructor(orgs: readonly { id: string; parentId: string | null }[]) {
    this.#children = Map.groupBy(orgs, ({ parentId }) => parentId);
    this.#known = new Set(orgs.map(({ id }) => id));
  }

  has(id: string): boolean {
    return this.#known.has(id);
  }

  /** The organisation and all below it. */
  below(id: string): ReadonlySet<string> {
    const kept = this.#below.get(id);
    if (kept !== undefined) return kept;
    const found = new Set([id]);
    for (const one of found) for (const child of this.#children.get(one) ?? []) found.add(child.id);
    this.#below.set(id, found);
    return found;
  }
}

/**
 * Reads the people who satisfy the condition on `u`, and the caller, with their roles and grants; and further `roles`.
 * Unless `byPerson`, people with the same organisation, status and roles are read as one. Three statements, however
 * many people there are.
 */
export async function readRightsSnapshot(
  db: Kysely<Tables>,
  asker: string,
  { who, byPerson, roles }: { who: RawBuilder<unknown>; byPerson: boolean; roles: readonly string[] },
): Promise<RightsSnapshot> {
  const { rows: holders } = await sql<RightsHolder>`
    SELECT coalesce(key, concat_ws(' ', home, status, roles::text)) AS key, home, status, roles, mine FROM (
      SELECT DISTINCT ${byPerson ? sql`u.id::text` : sql`NULL::text`} AS key, u.sys_org_id AS home, u.user_status AS status, u.id = ${asker}::uuid AS mine,
        ARRAY(SELECT ur.target_id FROM sys_user_role ur WHERE ur.owner_id = u.id ORDER BY 1) AS roles
      FROM sys_user u WHERE ${who} OR u.id = ${asker}::uuid) p`.execute(db);
  const wanted = [...new Set([...roles, ...holders.flatMap((holder) => holder.roles)])];
  const { rows } = await sql<HeldRole>`
    SELECT r.id, r.role_status AS status, r.data_scope,
      ARRAY(SELECT o.target_id FROM sys_role_org o WHERE o.owner_id = r.id ORDER BY 1) AS orgs,
      (SELECT coalesce(json_agg(json_build_object('component', f.function_component, 'permission', g.function_permission,
          'isEnabled', f.id NOT IN (${closedFunctions})) ORDER BY f.id), '[]')
        FROM sys_role_function g JOIN sys_function f ON f.id = g.sys_function_id WHERE g.sys_role_id = r.id) AS grants
    FROM sys_role r WHERE r.id = ANY(${wanted}::uuid[])`.execute(db);
  const orgs = await db.selectFrom('sys_org').select(['id', 'parentId']).execute();
  return { holders, roles: new Map(rows.map((role) => [role.id, role])), tree: new OrgTree(orgs) };
}

/** The rights of a holder. `latent` also counts those that a disabled account, role or function would give, since enabling it brings them back. */
export function effectiveRightsOf(
  holder: Pick<RightsHolder, 'home' | 'status' | 'roles'> | undefined,
  snapshot: RightsSnapshot,
  latent = false,
): EffectiveRights {
  if (holder === undefined || (!latent && holder.status !== statuses.enabled)) return noEffectiveRights;
  const roles = holder.roles.flatMap((id) => snapshot.roles.get(id) ?? []).filter(({ status }) => latent || status === statuses.enabled);
  if (roles.some(({ id }) => id === systemIds.adminRole)) return { all: true, on: new Map() };
  const on = new Map<string, { words: readonly string[]; reach: OrgSet }>();
  for (const role of roles) {
    const reach = orgsOf(role, holder.home, snapshot.tree);
    for (const { resource, words, isEnabled } of grantsOf(role)) {
      if (!latent && !isEnabled) continue;
      const held = on.get(resource);
      on.set(resource, held === undefined ? { words, reach } : { words: [...held.words, ...words], reach: union(held.reach, reach) });
    }
  }
  return { all: false, on };
}

/** Whether nothing is disabled of what the holder has, so that their latent rights are those that they have now. */
export function isAllEnabled({ status, roles }: Pick<RightsHolder, 'status' | 'roles'>, snapshot: RightsSnapshot): boolean {
  if (status !== statuses.enabled) return false;
  const held = roles.flatMap((id) => snapshot.roles.get(id) ?? []);
  return held.every((role) => role.status === statuses.enabled && grantsOf(role).every(({ isEnabled }) => isEnabled));
}

interface Grant {
  readonly resource: string;
  readonly words: readonly string[];
  readonly isEnabled: boolean;
}

const grants = new WeakMap<HeldRole, readonly Grant[]>();

/** What a role grants on resources, read once for all of its holders. */
function grantsOf(role: HeldRole): readonly Grant[] {
  const kept = grants.get(role);
  if (kept !== undefined) return kept;
  const found = role.grants.flatMap(({ component, permission, isEnabled }): Grant[] => {
    const words = permission.split(',').filter((word) => word !== '');
    const resource = resourceOfPage(component);
    return resource === undefined || words.length === 0 ? [] : [{ resource, words, isEnabled }];
  });
  grants.set(role, found);
  return found;
}

const custom = new WeakMap<HeldRole, OrgSet>();
const belonging = new WeakMap<OrgTree, Map<string, OrgSet>>();

/** The organisations that a role's scope covers for a holder in this organisation: one set for all to whom it gives the same. */
export function orgsOf(role: HeldRole, home: string | null, tree: OrgTree): OrgSet {
  const { dataScope, orgs } = role;
  if (dataScope === dataScopes.all) return allOrgs;
  if (dataScope === dataScopes.custom) {
    const kept = custom.get(role) ?? { all: false, orgs: new Set(orgs) };
    custom.set(role, kept);
    return kept;
  }
  if (home === null || (dataScope !== dataScopes.org && dataScope !== dataScopes.orgAndBelow)) return noOrgs;
  const ofTree = belonging.get(tree) ?? new Map<string, OrgSet>();
  belonging.set(tree, ofTree);
  const key = `${dataScope} ${home}`;
  const kept = ofTree.get(key) ?? { all: false, orgs: dataScope === dataScopes.org ? new Set([home]) : tree.below(home) };
  ofTree.set(key, kept);
  return kept;
}
