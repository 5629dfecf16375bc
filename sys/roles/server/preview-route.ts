import type { FastifyInstance } from 'fastify';
import type { RouteParts } from '@back-office/server/crud/operations.ts';
import { select } from '@back-office/server/crud/select.ts';
import { systemIds } from '@back-office/server/identity/system-ids.ts';
import { openPreview } from '@back-office/server/identity/session/preview-session.ts';
import { withRights } from '@back-office/server/identity/session/with-rights.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { Refusal } from '@back-office/server/platform/http/refusal.ts';
import { statuses } from '@back-office/contract/status.ts';
import type { RolePreviewAnswer } from '../role-preview.ts';
import { role } from '../role.ts';
import { roleShapes } from './role-shapes.ts';

/** POST preview/{id}: opens a session that shows what the role reads, for people who may change its grants. */
export function previewRoute(app: FastifyInstance, parts: RouteParts): void {
  app.post<{ Params: { id: string } }>(
    '/api/sys/role/preview/:id',
    { config: { right: { resource: role.name, permission: 'edit' }, keys: false, shape: roleShapes.preview } },
    async (request) =>
      ok<RolePreviewAnswer>(
        await withRights(parts.db, request, async (db) => {
          const { id, roleName, roleStatus } = await select(parts.contextOf(db, request), role, request.params.id);
          if (id === systemIds.adminRole) throw new Refusal('notPermitted', { message: '管理员角色拥有全部权限，无需预览' });
          if (roleStatus !== statuses.enabled) throw new Refusal('notPermitted', { message: '角色已停用，启用后才能预览' });
          return { roleName, credentials: await openPreview(db, request, { roleId: id, roleName }) };
        }),
      ),
  );
}
