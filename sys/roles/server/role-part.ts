import { statuses } from '@back-office/contract/status.ts';
import type { Issue } from '@back-office/contract/resource/issue.ts';
import { textOf } from '@back-office/contract/resource/text-of.ts';
import type { Resource, WithFieldsOf } from '@back-office/contract/resource/resource.ts';
import type { RecordOf } from '@back-office/contract/resource/row.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '@back-office/server/crud/context.ts';
import { remove } from '@back-office/server/crud/delete.ts';
import type { ResourcePart, RouteParts } from '@back-office/server/crud/operations.ts';
import type { CheckedOf } from '@back-office/server/crud/checked.ts';
import { writeAll } from '@back-office/server/crud/save.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { conflict, Refusal } from '@back-office/server/platform/http/refusal.ts';
import { endRoleless } from '@back-office/server/identity/session/end-roleless.ts';
import { previewRoute } from './preview-route.ts';
import { selectReachRoute } from './select-reach-route.ts';
import { roleShapes } from './role-shapes.ts';
import { authorizationRoute } from './authorization-route.ts';
import { beyondScope } from '@back-office/server/identity/rights/compare-rights.ts';
import { holdsScope, requireEditableRoles } from '@back-office/server/identity/rights/grantable.ts';
import { anyOf } from '@back-office/server/platform/database/any-of.ts';
import type { role } from '../role.ts';
import { isUnusable } from '../../shared/server/guard-in-use.ts';

/** Roles: nobody may change the role admin or one they hold themselves, or grant a wider data scope than their own. */
export const rolePart: ResourcePart = {
  operations: { guard: guardRoles, write: writeRoles, remove: removeRoles },
  routes: (app: FastifyInstance, parts: RouteParts, { write }) => {
    // The page that selects roles is the user's.
    const right = [
      { resource: 'sys/role', permission: 'read' },
      { resource: 'sys/user', permission: ['read', 'add', 'edit'] },
    ];
    app.get('/api/sys/role/select-roles', { config: { right, shape: roleShapes.selectRoles } }, async () => {
      const roles = parts.db.selectFrom('sys_role').select(['id', 'roleName', 'roleCode']).where('roleStatus', '=', statuses.enabled);
      return ok(await roles.orderBy('roleSort').orderBy('roleCode').execute());
    });
    authorizationRoute(app, parts, write);
    previewRoute(app, parts);
    selectReachRoute(app, parts);
  },
};

type RoleRow = CheckedOf<typeof role>;

async function writeRoles(
  context: Context,
  resource: WithFieldsOf<typeof role>,
  checked: readonly RoleRow[],
): Promise<RecordOf<typeof role>[]> {
  await requireEditableRoles(
    context,
    checked.flatMap(({ current }) => current?.id ?? []),
  );
  const [issue] = await guardRoles(context, resource, checked);
  // In any letter case, the code is taken by the built-in role.
  if (issue?.field === 'roleCode') throw conflict({ conflict: 'unique', fields: ['roleCode'] }, issue.message);
  if (issue !== undefined) throw new Refusal('notPermitted', { message: issue.message });
  const rows = await writeAll(context, resource, checked);
  const disabled = checked.filter(({ values, current }) => current !== undefined && isUnusable(values.roleStatus)).map(({ id }) => id);
  if (disabled.length > 0) await endRoleless(context.db, await holdersOf(context, disabled));
  return rows;
}

async function holdersOf(context: Context, roleIds: readonly string[]): Promise<string[]> {
  const rows = await context.db.selectFrom('sys_user_role').select('ownerId').distinct().where('targetId', '=', anyOf(roleIds)).execute();
  return rows.map(({ ownerId }) => ownerId);
}

/** The code admin is reserved, and nobody may grant a wider data scope than their own. */
function guardRoles({ user }: Context, _resource: Resource, checked: readonly RoleRow[]): Promise<(Issue & { row: number })[]> {
  const issues = checked.flatMap(({ values, current }, row) => {
    if (typeof values.roleCode === 'string' && values.roleCode.toLowerCase() === 'admin')
      return [{ row, field: 'roleCode', message: '角色编码已存在' }];
    const changesScope = values.dataScope !== undefined && values.dataScope !== current?.dataScope;
    return changesScope && !holdsScope(user, textOf(values.dataScope)) ? [{ row, field: 'dataScope', message: beyondScope }] : [];
  });
  return Promise.resolve(issues);
}

async function removeRoles(context: Context, resource: Resource, ids: readonly string[]): Promise<void> {
  await requireEditableRoles(context, ids);
  await remove(context, resource, ids);
}
