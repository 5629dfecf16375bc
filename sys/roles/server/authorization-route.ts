import { isId } from '@back-office/contract/resource/field-schema.ts';
import { role } from '../role.ts';
import type { FastifyInstance } from 'fastify';
import type { Operations, RouteParts } from '@back-office/server/crud/operations.ts';
import { save } from '@back-office/server/crud/save.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { once } from '@back-office/server/identity/session/once.ts';
import { recordOf } from '@back-office/server/platform/http/record-of.ts';
import { refusedField } from '@back-office/server/platform/http/refusal.ts';
import { readGrants, saveGrants } from './role-functions.ts';
import { roleShapes } from './role-shapes.ts';

/**
 * POST save-authorization, `{ role, functions, before? }`: an existing role's fields as for `save`, and its grants as for `save-role-functions`, in
 * one transaction. If either is refused, both stay unchanged.
 */
export function authorizationRoute(app: FastifyInstance, parts: RouteParts, write: Operations['write']): void {
  app.post(
    '/api/sys/role/save-authorization',
    { config: { right: { resource: role.name, permission: 'edit' }, shape: roleShapes.saveAuthorization } },
    async (request) => {
      const { role: posted, functions, before, ...rest } = recordOf(request.body);
      const [unknown] = Object.keys(rest);
      if (unknown !== undefined) throw refusedField(unknown.slice(0, 50), '未知字段');
      const record = recordOf(posted);
      const { id } = record;
      if (!isId(id)) throw refusedField('id', '请选择角色');
      const requested = readGrants(functions);
      const expected = before === undefined ? undefined : readGrants(before);
      return ok(
        await once(parts.db, request, async (db) => {
          const context = parts.contextOf(db, request);
          const saved = await save(context, context.resourceOf(role.name), record, write);
          return { role: saved, functions: await saveGrants(context, saved.id, requested, expected) };
        }),
      );
    },
  );
}
