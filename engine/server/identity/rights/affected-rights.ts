import { dataScopes } from '@back-office/contract/data-scopes.ts';
import { isDeepStrictEqual } from 'node:util';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Row, Tables } from '../../platform/database/tables.ts';

/** A record that is about to be written; without `values` it is about to be deleted or restored. */
export interface RightsChange {
  readonly id: string;
  readonly values?: Readonly<Record<string, unknown>>;
  readonly current?: Readonly<Record<string, unknown>> | undefined;
}

/** The people and roles that a change affects: a condition on people `u`, and role ids. */
export interface AffectedRights {
  readonly who: RawBuilder<unknown>;
  /** Compares each person individually, since the people themselves change. */
  readonly byPerson: boolean;
  readonly roles: readonly string[];
}

type Find = (db: Kysely<Tables>, rows: readonly RightsChange[]) => Promise<AffectedRights | undefined> | AffectedRights | undefined;

/** By resource: the people whose rights or reach depend on its records. Other resources affect nobody. */
const finders: Readonly<Record<string, Find>> = {
  'sys/user': (_db, rows) => {
    const ids = idsOf(rows, ['sysRoleIds', 'sysOrgId', 'userStatus'], ({ values }) => hasSome(values?.['sysRoleIds']));
    if (ids.length === 0) return undefined;
    const who = sql`u.id = ANY(${ids}::uuid[]) AND EXISTS (SELECT FROM sys_user_role ur WHERE ur.owner_id = u.id)`;
    return { who, byPerson: true, roles: [] };
  },
  'sys/role': (_db, rows) => ofRoles(idsOf(rows, ['roleStatus', 'dataScope', 'sysOrgIds'], () => true)),
  'sys/function': async (db, rows) => {
    const ids = idsOf(rows, ['functionStatus', 'functionComponent', 'parentId'], () => false);
    if (ids.length === 0) return undefined;
    // Before the roles are searched for: another change could move a function here meanwhile.
    await lockRights(db);
    return ofRoles(await rolesGrantedOn(db, ids));
  },
  'sys/org': (_db, rows) => {
    // A new, restored or deleted organisation is empty: nothing refers to a deleted record.
    const moved = rows.filter((row) => row.current !== undefined && changes(row, 'parentId'));
    return moved.length === 0 ? undefined : { who: peopleAbove(moved), byPerson: false, roles: [] };
  },
};

/** The people and roles affected when these records are written, deleted or restored; undefined if none. */
export async function affectedRightsOf(
  db: Kysely<Tables>,
  resource: string,
  rows: readonly RightsChange[],
): Promise<AffectedRights | undefined> {
  return finders[resource]?.(db, rows);
}

const hasSome = (value: unknown): boolean => Array.isArray(value) && value.length > 0;

const changes = ({ values, current }: RightsChange, name: string): boolean =>
  values?.[name] !== undefined && !isDeepStrictEqual(values[name], current?.[name] ?? null);

/** The records that are deleted or restored, that change one of the fields, or that are new and affect rights. */
function idsOf(rows: readonly RightsChange[], fields: readonly string[], countsNew: (row: RightsChange) => boolean): string[] {
  return rows
    .filter((row) => {
      if (row.values === undefined) return true;
      return row.current === undefined ? countsNew(row) : fields.some((name) => changes(row, name));
    })
    .map(({ id }) => id);
}

const ofRoles = (roles: readonly string[]): AffectedRights | undefined =>
  roles.length === 0
    ? undefined
    : {
        who: sql`u.id IN (SELECT ur.owner_id FROM sys_user_role ur WHERE ur.target_id = ANY(${roles}::uuid[]))`,
        byPerson: false,
        roles,
      };

/** Serialises changes of rights until the transaction ends: two callers who each grant a part would together grant what neither may. */
export async function lockRights(db: Kysely<Tables>): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('rights'))`.execute(db);
}

/** Roles with grants on the functions or on those below them, or with grants that were deleted together with them. */
async function rolesGrantedOn(db: Kysely<Tables>, functions: readonly string[]): Promise<string[]> {
  const { rows } = await sql<Row<'sys_function', 'id'>>`
    WITH RECURSIVE below(id) AS (
      SELECT unnest(${functions}::uuid[]) UNION SELECT f.id FROM sys_function f JOIN below ON f.parent_id = below.id
    )
    SELECT g.sys_role_id AS id FROM sys_role_function g JOIN below ON below.id = g.sys_function_id
    UNION SELECT (g ->> 'sys_role_id')::uuid FROM sys_recycle k, jsonb_array_elements(k.content -> 'beside' -> 'sys_role_function') g
    WHERE k.target_id = ANY(${functions}::uuid[])`.execute(db);
  return rows.map(({ id }) => id);
}

/** People whose scope includes lower organisations, in any organisation above the old or new place of a moved one. */
function peopleAbove(moved: readonly RightsChange[]): RawBuilder<unknown> {
  const parents = moved
    .flatMap(({ values, current }) => [values?.['parentId'], current?.['parentId']])
    .filter((id) => typeof id === 'string');
  return sql`u.sys_org_id IN (WITH RECURSIVE up(id) AS (
      SELECT unnest(${parents}::uuid[]) UNION SELECT o.parent_id FROM sys_org o JOIN up ON o.id = up.id WHERE o.parent_id IS NOT NULL
    ) SELECT id FROM up) AND EXISTS (
      SELECT FROM sys_user_role ur JOIN sys_role r ON r.id = ur.target_id WHERE ur.owner_id = u.id AND r.data_scope = ${sql.lit(dataScopes.orgAndBelow)})`;
}
