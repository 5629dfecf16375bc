import { statuses } from '@back-office/contract/status.ts';
import type { FunctionNode } from '@back-office/contract/calls/login.ts';
import { may, type Rights } from '@back-office/contract/resource/permission.ts';
import { resourceOfPage, rightsOf } from '@back-office/contract/resource/rights-of.ts';
import { type Kysely, sql } from 'kysely';
import { moduleOfMigration } from '@back-office/server/platform/database/read-migrations.ts';
import type { SignedIn } from '@back-office/server/identity/rights/signed-in.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import type { RouteParts } from '@back-office/server/crud/operations.ts';
import { nest } from '../../shared/server/nest.ts';

type Row = Omit<FunctionNode, 'sysFunctions'>;
type Here = Pick<RouteParts, 'modules' | 'subjects'>;

/**
 * The tree of enabled functions. Unless the user has all rights: those granted by their enabled roles, or by the role they preview, with the ancestors of these,
 * and in `functionPermission` only the granted rights. An API key gets its person's, as far as its list includes them. Pages of modules and
 * features that are no longer there are left out, with the groups that become empty: `here` says which are.
 */
export async function functionTreeOf(
  db: Kysely<Tables>,
  here: Here,
  { userId, rights, roles: codes, preview, key }: Pick<SignedIn, 'userId' | 'rights' | 'roles' | 'preview' | 'key'>,
): Promise<FunctionNode[]> {
  const roles =
    preview === undefined
      ? sql`sys_user_role ur JOIN sys_role r ON r.id = ur.target_id AND ur.owner_id = ${userId}`
      : sql`sys_role r JOIN (VALUES (${preview.roleId}::uuid)) AS p(id) ON p.id = r.id`;
  const all = rights.all || (key !== undefined && rightsOf(codes, []).all);
  const { rows } = all
    ? await sql<Row>`SELECT ${columns}, f.function_permission FROM sys_function f WHERE f.function_status = ${sql.lit(statuses.enabled)} ${order}`.execute(
        db,
      )
    : await sql<Row>`
        WITH RECURSIVE held AS (
          SELECT g.sys_function_id AS id, string_agg(DISTINCT NULLIF(g.function_permission, ''), ',') AS permission
          FROM ${roles} AND r.role_status = ${sql.lit(statuses.enabled)}
          JOIN sys_role_function g ON g.sys_role_id = r.id GROUP BY 1
        ), shown AS (
          SELECT f.id, f.parent_id FROM sys_function f JOIN held ON held.id = f.id
          UNION SELECT p.id, p.parent_id FROM sys_function p JOIN shown ON shown.parent_id = p.id
        )
        SELECT ${columns}, held.permission AS function_permission
        FROM sys_function f JOIN shown ON shown.id = f.id LEFT JOIN held ON held.id = f.id
        WHERE f.function_status = ${sql.lit(statuses.enabled)} ${order}`.execute(db);
  const absent = await absentPages(db, here);
  const isNarrowed = preview !== undefined || key !== undefined;
  const held = isNarrowed ? rows.map((row) => ({ ...row, functionPermission: permissionIn(row, rights) })) : rows;
  const isAbsent = ({ functionComponent: page }: Row): boolean =>
    absent.has(page.split('/')[0] ?? '') || absent.has(resourceOfPage(page) ?? '');
  const isUnlisted = ({ functionComponent, functionPermission }: Row): boolean =>
    key !== undefined && functionPermission === '' && resourceOfPage(functionComponent) !== undefined;
  return nested(absent.size === 0 && key === undefined ? held : without(held, (row) => isAbsent(row) || isUnlisted(row)));
}

/** The granted rights of a page: a preview never has more than its person does, nor has a key. */
function permissionIn({ functionComponent, functionPermission }: Row, rights: Rights): string {
  const resource = resourceOfPage(functionComponent);
  const words = (functionPermission ?? '').split(',');
  return words.filter((word) => resource !== undefined && may(rights, resource, word)).join(',');
}

/** Modules that the database knows, and resources and pages for which records were made, that are no longer there. */
async function absentPages(db: Kysely<Tables>, { modules, subjects }: Here): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('schema_migration')
    .select('name')
    .where('name', 'like', '%/%')
    .unionAll(db.selectFrom('sys_seed').select('name').where('name', 'like', `${made}%`))
    .execute();
  const absent = rows.flatMap(({ name }) => {
    const known = name.startsWith(made) ? name.slice(made.length) : moduleOfMigration(name);
    return modules.has(known) || subjects.has(known) ? [] : [known];
  });
  return new Set(absent);
}

/** The rows without these pages, without the groups that become empty, and without the ways there. */
function without(rows: readonly Row[], isGone: (row: Row) => boolean): Row[] {
  const left = new Set(rows.filter((row) => !isGone(row)));
  const emptied = new Set(rows.filter(isGone).map(({ parentId }) => parentId));
  for (let isSmaller = true; isSmaller;) {
    const parents = new Set([...left].map(({ parentId }) => parentId));
    const empty = [...left].filter(({ id }) => emptied.has(id) && !parents.has(id));
    for (const row of empty) {
      left.delete(row);
      emptied.add(row.parentId);
    }
    isSmaller = empty.length > 0;
  }
  const gone = new Set(rows.filter((row) => !left.has(row)).map(({ rootPath }) => rootPath));
  return rows.filter((row) => left.has(row)).map((row) => (gone.has(row.redirectPath ?? '') ? { ...row, redirectPath: null } : row));
}

/** Begins the name under which the seed notes that it made the records of a menu entry. */
const made = 'function ';

const columns = sql`f.id, f.parent_id, f.root_path, f.function_name, f.function_icon, f.is_hidden, f.is_external, f.function_component, f.redirect_path, f.function_sort`;
const order = sql`ORDER BY f.function_sort, f.id`;

/** Nests children under their parents; children of a disabled parent are left out with it. */
function nested(rows: readonly Row[]): FunctionNode[] {
  const tidy = rows.map((row) => ({
    ...row,
    functionPermission: [...new Set((row.functionPermission ?? '').split(','))].filter(Boolean).join(',') || null,
  }));
  return nest(tidy, 'sysFunctions').filter(({ parentId }) => parentId === null);
}
