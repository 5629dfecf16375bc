import { textOf } from '@back-office/contract/resource/text-of.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Context } from '../crud/context.ts';
import { remove } from '../crud/delete.ts';
import type { ResourcePart, RouteParts } from '../crud/operations.ts';
import { type Checked, writeAll } from '../crud/save.ts';
import { ok } from '../http/ok.ts';
import { Refusal } from '../http/refusal.ts';
import { requireOwnScope, requireTouchableRoles } from '../session/grantable.ts';

/** Roles: nobody touches the role admin or one he holds himself, or gives a wider data scope than his own. */
export const rolePart: ResourcePart = {
  operations: { write: writeRoles, remove: removeRoles },
  routes: (app: FastifyInstance, parts: RouteParts) => {
    // The screen that picks roles is the user's.
    const right = [
      { resource: 'sys/role', permission: 'read' },
      { resource: 'sys/user', permission: ['read', 'add', 'edit'] },
    ];
    app.get('/api/sys/role/select-roles', { config: { right } }, async () => {
      const { rows } =
        await sql`SELECT id, role_name, role_code FROM sys_role WHERE role_status = '正常' ORDER BY role_sort, role_code`.execute(parts.db);
      return ok(rows);
    });
  },
};

async function writeRoles(context: Context, resource: Resource, checked: readonly Checked[]): Promise<AnyRow[]> {
  await requireTouchableRoles(
    context,
    checked.flatMap(({ current }) => current?.id ?? []),
  );
  for (const { values, current } of checked) {
    if (typeof values['roleCode'] === 'string' && values['roleCode'].toLowerCase() === 'admin')
      throw new Refusal('notPermitted', { message: '角色编码 admin 为系统保留' });
    if (values['dataScope'] !== undefined && values['dataScope'] !== current?.['dataScope'])
      requireOwnScope(context, textOf(values['dataScope']));
  }
  return writeAll(context, resource, checked);
}

async function removeRoles(context: Context, resource: Resource, ids: readonly string[]): Promise<void> {
  await requireTouchableRoles(context, ids);
  await remove(context, resource, ids);
}
