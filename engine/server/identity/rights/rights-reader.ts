import { statuses } from '@back-office/contract/status.ts';
import { dataScopes } from '@back-office/contract/data-scopes.ts';
import { resourceOfPage, rightsOf } from '@back-office/contract/resource/rights-of.ts';
import { commonRights, type Rights } from '@back-office/contract/resource/permission.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Row, Tables } from '../../platform/database/tables.ts';
import { closedFunctions } from './closed-functions.ts';
import type { RoleScope } from './data-scope.ts';
import type { RolePreview } from './signed-in.ts';

/** The rights of a person, through their enabled roles and functions (`closedFunctions`). */
export interface Held {
  roles: string[];
  rights: Rights;
  scopes: readonly RoleScope[];
}

/** The rights in a preview of a role: those that both the role and its person have. */
interface Previewed extends Held {
  preview: Omit<RolePreview, 'of'>;
}

interface RoleRow extends Row<'sys_role', 'id' | 'roleCode' | 'roleName' | 'dataScope'> {
  reach: string | null;
  grants: { component: string; permission: string }[] | null;
}

const maxKept = 5000;

/**
 * A user's roles and rights. They are cached between requests, but only under the epoch that the session check has just
 * read in the database: every change of a right raises the epoch in the same transaction, so it takes effect from the
 * next request on, and no cache is trusted alone (docs/hardening.md (a)).
 */
export class RightsReader {
  readonly #db: Kysely<Tables>;
  readonly #kept = new Map<string, { epoch: number; rows: readonly RoleRow[]; held: Held }>();

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  async of(userId: string, epoch: number): Promise<Held> {
    const from = sql`sys_user_role ur JOIN sys_role r ON r.id = ur.target_id WHERE ur.owner_id = ${userId}`;
    return (await this.#read(userId, userId, from, epoch)).held;
  }

  /** The rights that both a holder of the role in this person's place and the person have; undefined if the role is gone or disabled. */
  async preview(userId: string, roleId: string, epoch: number): Promise<Previewed | undefined> {
    const own = await this.of(userId, epoch);
    const { rows, held } = await this.#read(`${userId} ${roleId}`, userId, sql`sys_role r WHERE r.id = ${roleId}`, epoch);
    const [role] = rows;
    if (role === undefined) return undefined;
    return { ...held, rights: commonRights(held.rights, own.rights), preview: { roleId, roleName: role.roleName, own } };
  }

  /** Reads the enabled roles selected by `from`, as they apply to this person. */
  async #read(key: string, userId: string, from: RawBuilder<unknown>, epoch: number): Promise<{ rows: readonly RoleRow[]; held: Held }> {
    const kept = this.#kept.get(key);
    if (kept?.epoch === epoch) return kept;
    const { rows } = await sql<RoleRow>`
      SELECT r.id, r.role_code, r.role_name, r.data_scope, hashtextextended(CASE r.data_scope
        WHEN ${sql.lit(dataScopes.custom)} THEN ARRAY(SELECT target_id FROM sys_role_org WHERE owner_id = r.id ORDER BY 1)
        WHEN ${sql.lit(dataScopes.orgAndBelow)} THEN ARRAY(WITH RECURSIVE below(id) AS (
          SELECT sys_org_id FROM sys_user WHERE id = ${userId} UNION SELECT o.id FROM sys_org o JOIN below ON o.parent_id = below.id
        ) SELECT id FROM below ORDER BY 1)
      END::text, 0)::text AS reach, (
        SELECT json_agg(json_build_object('component', f.function_component, 'permission', g.function_permission) ORDER BY f.id)
        FROM sys_role_function g JOIN sys_function f ON f.id = g.sys_function_id
        WHERE g.sys_role_id = r.id AND f.id NOT IN (${closedFunctions})) AS grants
      FROM ${from} AND r.role_status = ${sql.lit(statuses.enabled)} ORDER BY r.role_sort, r.role_code`.execute(this.#db);
    const read = { epoch, rows, held: heldBy(rows) };
    if (this.#kept.size >= maxKept) this.#kept.clear();
    this.#kept.set(key, read);
    return read;
  }
}

function heldBy(rows: readonly RoleRow[]): Held {
  const roles = rows.map((row) => row.roleCode);
  return {
    roles,
    rights: rightsOf(
      roles,
      rows.flatMap((row) => row.grants ?? []),
    ),
    scopes: rows.map(({ id, dataScope, reach, grants }) => ({ id, dataScope, reach, resources: resourcesOf(grants ?? []) })),
  };
}

/** The resources on which the grants give any permission; a grant without a permission word shows only the menu entry. */
const resourcesOf = (grants: readonly { component: string; permission: string }[]): string[] => [
  ...new Set(grants.flatMap(({ component, permission }) => (/[^,]/.test(permission) ? (resourceOfPage(component) ?? []) : []))),
];
