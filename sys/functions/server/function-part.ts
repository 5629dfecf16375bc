import type { FunctionNode } from '@back-office/contract/calls/login.ts';
import type { WithFieldsOf } from '@back-office/contract/resource/resource.ts';
import type { RecordOf } from '@back-office/contract/resource/row.ts';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Context } from '@back-office/server/crud/context.ts';
import type { ResourcePart, RouteParts } from '@back-office/server/crud/operations.ts';
import type { CheckedOf } from '@back-office/server/crud/checked.ts';
import { writeAll } from '@back-office/server/crud/save.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { Refusal } from '@back-office/server/platform/http/refusal.ts';
import { signedInOf } from '@back-office/server/identity/session/session-hook.ts';
import type { sysFunction } from '../function.ts';
import { functionTreeShapes } from './function-tree-shapes.ts';
import { functionTreeOf } from './function-tree-of.ts';
import { nest } from '../../shared/server/nest.ts';
import { roleFunctionRoutes } from '../../roles/server/role-functions.ts';

/** Functions: the whole tree, the user's own, and what roles are granted on them (docs/wire.md "Specific calls"). */
export const functionPart: ResourcePart = {
  operations: { write: writeFunctions },
  routes: (app: FastifyInstance, parts: RouteParts) => {
    // The page that shows the tree with its grants is the role's.
    const right = ['sys/function', 'sys/role'].map((resource) => ({ resource, permission: 'read' }));
    app.get('/api/sys/function/select-functions', { config: { right, shape: functionTreeShapes.selectFunctions } }, async () =>
      ok(await wholeTree(parts.db)),
    );
    app.get(
      '/api/sys/function/select-user-functions',
      { config: { right: 'session', shape: functionTreeShapes.selectUserFunctions } },
      async (request) => {
        return ok(await functionTreeOf(parts.db, parts, signedInOf(request)));
      },
    );
    roleFunctionRoutes(app, parts);
  },
};

/** Grants refer to the page that a function names: only an administrator may change the page of an existing function. */
async function writeFunctions(
  context: Context,
  resource: WithFieldsOf<typeof sysFunction>,
  checked: readonly CheckedOf<typeof sysFunction>[],
): Promise<RecordOf<typeof sysFunction>[]> {
  const renames = checked.some(
    ({ values: { functionComponent }, current }) =>
      current !== undefined && functionComponent !== undefined && functionComponent !== current.functionComponent,
  );
  if (renames && !context.user.rights.all) throw new Refusal('notPermitted', { message: '只有管理员可以修改功能的组件' });
  return writeAll(context, resource, checked);
}

async function wholeTree(db: Kysely<Tables>): Promise<FunctionNode[]> {
  const rows = await db
    .selectFrom('sys_function')
    .select(['id', 'parentId', 'rootPath', 'functionName', 'functionIcon', 'functionPermission', 'isHidden', 'isExternal'])
    .select(['functionComponent', 'redirectPath', 'functionSort', 'functionStatus'])
    .orderBy('functionSort')
    .orderBy('id')
    .execute();
  return nest(rows, 'sysFunctions');
}
