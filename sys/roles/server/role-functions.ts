import { isDeepStrictEqual } from 'node:util';
import { grouped } from '@back-office/contract/resource/grouped.ts';
import { isId } from '@back-office/contract/resource/field-schema.ts';
import { role } from '../role.ts';
import { standardPermissions } from '@back-office/contract/resource/permission.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Context } from '@back-office/server/crud/context.ts';
import type { RouteParts } from '@back-office/server/crud/operations.ts';
import { selectRows } from '@back-office/server/crud/select.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import { once } from '@back-office/server/identity/session/once.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { readAs } from '@back-office/server/platform/http/read-as.ts';
import { recordOf } from '@back-office/server/platform/http/record-of.ts';
import { conflict, Refusal, refusedField } from '@back-office/server/platform/http/refusal.ts';
import { requireOwnPermissions, requireEditableRoles, guardRoleEscalation } from '@back-office/server/identity/rights/grantable.ts';
import { anyOf } from '@back-office/server/platform/database/any-of.ts';
import { maxGrants, roleShapes } from './role-shapes.ts';

interface Grant {
  id: string;
  functionPermission: string;
}

/** The permissions to be granted: certain ones, or all that the page has. */
interface RequestedGrant {
  id: string;
  functionPermission: string | undefined;
}

interface Granted extends Grant {
  functionName: string;
  component: string;
}

/**
 * GET select-role-functions and POST save-role-functions: a role's grants (docs/wire.md "Specific calls"). Instead of a plain list the latter also
 * takes `{ functions, before }`, where `before` is what the sender read: 40900 if the role's grants have changed since.
 */
export function roleFunctionRoutes(app: FastifyInstance, parts: RouteParts): void {
  app.get(
    '/api/sys/function/select-role-functions',
    {
      config: {
        right: ['sys/role', 'sys/function'].map((resource) => ({ resource, permission: 'read' })),
        shape: roleShapes.selectFunctions,
      },
    },
    async (request) => {
      const context = parts.contextOf(parts.db, request);
      const granted = await grantsOf(parts.db, await roleOf(context, request));
      return ok(granted.map(grantIn));
    },
  );

  app.post(
    '/api/sys/function/save-role-functions',
    { config: { right: { resource: 'sys/role', permission: 'edit' }, shape: roleShapes.saveFunctions } },
    async (request) => {
      const { functions, before, ...rest } = Array.isArray(request.body) ? { functions: request.body } : recordOf(request.body);
      const requested = readGrants(functions);
      const expected = before === undefined ? undefined : readGrants(before);
      const [unknown] = Object.keys(rest);
      if (unknown !== undefined) throw refusedField(unknown.slice(0, 50), '未知字段');
      return ok(
        await once(parts.db, request, async (db) => {
          const context = parts.contextOf(db, request);
          const roleId = await roleOf(context, request, { lock: true });
          return saveGrants(context, roleId, requested, expected);
        }),
      );
    },
  );
}

/** The role named by `sysRoleId`; 40000 if it is missing or given several times, 40400 if there is no such role. */
async function roleOf(context: Context, request: FastifyRequest, options: { lock?: boolean } = {}): Promise<string> {
  const { sysRoleId } = readAs(roleShapes.selectFunctions.query, request.query);
  const [found] = isId(sysRoleId) ? await selectRows(context, role, [sysRoleId.toLowerCase()], options) : [];
  if (found === undefined) throw new Refusal('gone');
  return found.id;
}

/** A list of ids, or of `{ id, functionPermission? }`; without the latter, every permission that the page has. */
export function readGrants(body: unknown): RequestedGrant[] {
  if (!Array.isArray(body)) throw new Refusal('malformed');
  if (body.length > maxGrants) throw refusedField('id', `一次最多授权 ${grouped(maxGrants)} 个功能`);
  const grants = body.map((item: unknown) => {
    const { id, functionPermission, ...rest }: Readonly<Record<string, unknown>> = typeof item === 'object' ? { ...item } : { id: item };
    if (!isId(id)) throw refusedField('id', '功能编号格式不正确');
    if (Object.keys(rest).length > 0) throw refusedField(Object.keys(rest)[0] ?? '', '未知字段');
    if (functionPermission !== undefined && functionPermission !== null && typeof functionPermission !== 'string')
      throw refusedField('functionPermission', '权限应为文本');
    return { id: id.toLowerCase(), functionPermission: functionPermission ?? undefined };
  });
  if (new Set(grants.map(({ id }) => id)).size !== grants.length) throw refusedField('id', '同一个功能出现了多次');
  return grants;
}

const grantIn = ({ id, functionPermission }: Grant): Grant => ({ id, functionPermission });

/** Normalised, so that the order of functions and permissions does not matter. */
const wordsByFunction = (grants: readonly RequestedGrant[]): Map<string, string[]> =>
  new Map(grants.map(({ id, functionPermission = '' }) => [id, functionPermission.split(',').toSorted()]));

async function grantsOf(db: Kysely<Tables>, roleId: string): Promise<Granted[]> {
  return db
    .selectFrom('sys_role_function as g')
    .innerJoin('sys_function as f', 'f.id', 'g.sysFunctionId')
    .select(['f.id', 'g.functionPermission', 'f.functionName', 'f.functionComponent as component'])
    .where('g.sysRoleId', '=', roleId)
    .orderBy('f.functionSort')
    .orderBy('f.id')
    .execute();
}

/**
 * Replaces the role's grants, in the caller's transaction. Refuses with 40000 or 40300 what may not be granted, and with 40900 if the
 * caller sent the grants that they had read and these have changed since.
 */
export async function saveGrants(
  context: Context,
  roleId: string,
  requested: readonly RequestedGrant[],
  expected?: readonly RequestedGrant[],
): Promise<Grant[]> {
  await requireEditableRoles(context, [roleId]);
  const before = await grantsOf(context.db, roleId);
  if (expected !== undefined && !isDeepStrictEqual(wordsByFunction(expected), wordsByFunction(before)))
    throw conflict({ conflict: 'version', current: { functions: before.map(grantIn) } }, '授权已被他人修改，请刷新后重试');
  const after = await requireGrantable(context.db, requested);
  const currentPermissions = new Map(before.map((grant) => [grant.id, grant.functionPermission.split(',')]));
  requireOwnPermissions(
    context,
    after.map(({ id, component, functionPermission }) => ({
      component,
      permission: functionPermission
        .split(',')
        .filter((word) => !currentPermissions.get(id)?.includes(word))
        .join(','),
    })),
  );
  const assertNoEscalation = await guardRoleEscalation(context, [roleId]);
  await context.db.deleteFrom('sys_role_function').where('sysRoleId', '=', roleId).execute();
  await sql`INSERT INTO sys_role_function (sys_role_id, sys_function_id, function_permission)
    SELECT ${roleId}::uuid, x.id, x.permission FROM json_to_recordset(${JSON.stringify(after.map(({ id, functionPermission }) => ({ id, permission: functionPermission })))}::json)
      AS x(id uuid, permission text)`.execute(context.db);
  await assertNoEscalation();
  await recordGrant(context, roleId, before, after);
  return after.map(grantIn);
}

/** The requested functions, with the permissions to store; refuses unknown functions and permissions that a page lacks. */
async function requireGrantable(db: Kysely<Tables>, requested: readonly RequestedGrant[]): Promise<Granted[]> {
  const rows = await db
    .selectFrom('sys_function')
    .select(['id', 'functionName', 'functionComponent as component'])
    .select((eb) => eb.fn.coalesce('functionPermission', eb.val('')).as('functionPermission'))
    .where('id', '=', anyOf(requested.map(({ id }) => id)))
    .forKeyShare()
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return requested.map(({ id, functionPermission }) => {
    const found = byId.get(id);
    if (found === undefined) throw refusedField('id', '功能不存在或已被删除');
    if (functionPermission === undefined) return found;
    const words = [
      ...new Set(
        functionPermission
          .split(',')
          .map((word) => word.trim())
          .filter(Boolean),
      ),
    ];
    const allowed = new Set<string>([...standardPermissions, ...found.functionPermission.split(',')]);
    const unknown = words.find((word) => !allowed.has(word));
    if (unknown !== undefined) throw refusedField('functionPermission', `功能“${found.functionName}”没有权限 ${unknown.slice(0, 50)}`);
    return { ...found, functionPermission: words.join(',') };
  });
}

async function recordGrant(context: Context, roleId: string, before: readonly Granted[], after: readonly Granted[]): Promise<void> {
  const names = new Map([...before, ...after].map(({ id, functionName }) => [id, functionName]));
  const permissionIn = (grants: readonly Granted[], id: string): string | null =>
    grants.find((grant) => grant.id === id)?.functionPermission ?? null;
  const fields = [...names].map(([id, label]) => ({ field: id, label, before: permissionIn(before, id), after: permissionIn(after, id) }));
  const [row] = await selectRows(context, role, [roleId]);
  await context.record(context, [
    {
      resource: role,
      type: '授权',
      id: roleId,
      target: row?.roleName ?? '',
      fields: fields.filter((change) => change.before !== change.after),
    },
  ]);
}
