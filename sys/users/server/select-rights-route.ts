import { statuses } from '@back-office/contract/status.ts';
import { dataScopes } from '@back-office/contract/data-scopes.ts';
import { resourceOfPage } from '@back-office/contract/resource/rights-of.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { FunctionRight, PermissionRight, ResourceReach, RightsAnswer } from '@back-office/contract/calls/rights.ts';
import { org } from '../../orgs/org.ts';
import { user } from '../user.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Context } from '@back-office/server/crud/context.ts';
import type { RouteParts } from '@back-office/server/crud/operations.ts';
import { select } from '@back-office/server/crud/select.ts';
import { visible } from '@back-office/server/crud/visible.ts';
import { systemIds } from '@back-office/server/identity/system-ids.ts';
import type { Row } from '@back-office/server/platform/database/tables.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { userShapes } from './user-shapes.ts';

interface RoleRow extends Row<'sys_role', 'id' | 'roleName' | 'roleStatus' | 'dataScope'> {
  orgs: string[];
  held: boolean;
}

interface FunctionRow extends Row<
  'sys_function',
  'id' | 'parentId' | 'functionName' | 'functionStatus' | 'functionComponent' | 'functionPermission'
> {
  grants: { role: string; permission: string }[] | null;
}

/** GET select-rights/{id}: each permission on each function, with the roles that grant it, or what is missing for it. */
export function selectRightsRoute(app: FastifyInstance, parts: RouteParts): void {
  app.get<{ Params: { id: string } }>(
    '/api/sys/user/select-rights/:id',
    { config: { right: { resource: 'sys/user', permission: 'read' }, shape: userShapes.selectRights } },
    async (request) => {
      const context = parts.contextOf(parts.db, request);
      const row = await select(context, user, request.params.id);
      return ok(await rightsOfUser(context, row.id, row.userStatus));
    },
  );
}

/** Replaces the names of organisations that the caller may not see. */
const others = '不在您数据范围内的机构';

async function rightsOfUser(context: Context, userId: string, userStatus: string): Promise<RightsAnswer> {
  const { db, resources } = context;
  const listed = sql`FROM sys_role_org l JOIN sys_org t ON t.id = l.target_id WHERE l.owner_id = r.id`;
  const { rows: roles } = await sql<RoleRow>`
    SELECT r.id, r.role_name, r.role_status, r.data_scope,
      ARRAY(SELECT t.org_name ${listed} AND ${visible(context, org)} ORDER BY t.org_sort)
        || ARRAY(SELECT ${others} ${listed} AND (${visible(context, org)}) IS NOT TRUE LIMIT 1) AS orgs,
      EXISTS (SELECT FROM sys_user_role ur WHERE ur.owner_id = ${userId} AND ur.target_id = r.id) AS held
    FROM sys_role r ORDER BY r.role_sort, r.role_code`.execute(db);
  const { rows: functions } = await sql<FunctionRow>`
    SELECT f.id, f.parent_id, f.function_name, f.function_status, f.function_component, f.function_permission,
      (SELECT json_agg(json_build_object('role', g.sys_role_id, 'permission', g.function_permission)) FROM sys_role_function g WHERE g.sys_function_id = f.id) AS grants
    FROM sys_function f ORDER BY f.function_sort, f.id`.execute(db);
  const closing = closingOf(functions);
  const held = roles.filter((role) => role.held);
  const admin = held.some(({ id, roleStatus }) => id === systemIds.adminRole && roleStatus === statuses.enabled);
  return {
    admin,
    userStatus,
    roles: held.map(({ held: _held, ...role }) => role),
    reaches: admin
      ? []
      : reachesOf(
          held.filter(({ roleStatus }) => roleStatus === statuses.enabled),
          functions.filter(({ id }) => !closing.has(id)),
          resources,
        ),
    functions: functions.map((row) => functionRight(row, roles, { admin, closing: closing.get(row.id) })),
  };
}

/** By the id of a function: the disabled function, itself or the nearest above it, because of which its grants do not count. */
function closingOf(functions: readonly FunctionRow[]): ReadonlyMap<string, FunctionRow> {
  const children = Map.groupBy(functions, ({ parentId }) => parentId);
  const found = new Map(functions.flatMap((row) => (row.functionStatus === statuses.enabled ? [] : [[row.id, row] as const])));
  // The loop also visits what it adds.
  for (const [id, row] of found) for (const child of children.get(id) ?? []) if (!found.has(child.id)) found.set(child.id, row);
  return found;
}

/** Whether the person holds everything, and the function that is disabled. */
interface Circumstances {
  admin: boolean;
  closing: FunctionRow | undefined;
}

function functionRight(row: FunctionRow, roles: readonly RoleRow[], circumstances: Circumstances): FunctionRight {
  const grants = (row.grants ?? []).map(({ role, permission }) => ({
    role: roles.find(({ id }) => id === role),
    words: permission.split(','),
  }));
  const granted = grants.flatMap(({ words }) => words.filter(Boolean));
  const words = new Set([...(row.functionPermission ?? '').split(',').filter(Boolean), ...granted]);
  const permissions = [...words].map((permission) => permissionRight(row, permission, grants, circumstances));
  return { id: row.id, parentId: row.parentId, functionName: row.functionName, functionStatus: row.functionStatus, permissions };
}

function permissionRight(
  row: FunctionRow,
  permission: string,
  grants: readonly { role: RoleRow | undefined; words: string[] }[],
  { admin, closing }: Circumstances,
): PermissionRight {
  if (admin) return { permission, held: true, through: ['管理员'], missing: null };
  const givers = grants
    .filter(({ words }) => [permission, 'write', 'admin'].some((word) => words.includes(word)))
    .flatMap(({ role }) => role ?? []);
  const through = givers.filter(({ held, roleStatus }) => held && roleStatus === statuses.enabled).map(({ roleName }) => roleName);
  if (through.length > 0 && closing === undefined) return { permission, held: true, through, missing: null };
  return { permission, held: false, through: [], missing: missingWords(row, closing, givers, through) };
}

function missingWords(row: FunctionRow, closing: FunctionRow | undefined, givers: readonly RoleRow[], through: readonly string[]): string {
  const name = closing?.id === row.id ? '功能' : `上级功能 ${closing?.functionName} `;
  if (closing !== undefined) return `${name}已停用${through.length > 0 ? `（角色 ${through.join('、')} 已授予）` : ''}`;
  const disabled = givers.filter(({ held }) => held).map(({ roleName }) => roleName);
  if (disabled.length > 0) return `所属角色 ${disabled.join('、')} 已停用`;
  if (givers.length > 0) return `未拥有授予此权限的角色：${givers.map(({ roleName }) => roleName).join('、')}`;
  return '没有任何角色授予此权限';
}

/** The data in scope for each resource, by the enabled roles that grant a permission on it, in the order of the declarations. */
function reachesOf(roles: readonly RoleRow[], functions: readonly FunctionRow[], resources: readonly Resource[]): ResourceReach[] {
  return resources.flatMap(({ name, title, scope }) => {
    const grants = functions
      .filter(({ functionComponent }) => resourceOfPage(functionComponent) === name)
      .flatMap((row) => row.grants ?? []);
    const granting = roles.filter(({ id }) => grants.some(({ role, permission }) => role === id && /[^,]/.test(permission)));
    if (granting.length === 0) return [];
    const words = (some: readonly RoleRow[]): string => (scope === undefined ? '全部数据（不分机构）' : reachInWords(some));
    return [
      {
        resource: name,
        title,
        reach: words(granting),
        through: granting.map((role) => ({ roleName: role.roleName, reach: words([role]) })),
      },
    ];
  });
}

function reachInWords(roles: readonly RoleRow[]): string {
  if (roles.some(({ dataScope }) => dataScope === dataScopes.all)) return '全部数据';
  const orgs = [...new Set(roles.filter(({ dataScope }) => dataScope === dataScopes.custom).flatMap((role) => role.orgs))];
  const words: string[] = [dataScopes.orgAndBelow, dataScopes.org, dataScopes.own].filter((scope) =>
    roles.some(({ dataScope }) => dataScope === scope),
  );
  if (orgs.length > 0) words.push(`机构 ${orgs.join('、')}`);
  return words.length === 0 ? '没有可见的数据' : `${words.join('，以及')}的数据`;
}
