import { statuses } from '@back-office/contract/status.ts';
import type { FastifyInstance } from 'fastify';
import { org } from '../org.ts';
import { sql } from 'kysely';
import type { Context } from '@back-office/server/crud/context.ts';
import type { ResourcePart, RouteParts } from '@back-office/server/crud/operations.ts';
import { select } from '@back-office/server/crud/select.ts';
import { visible } from '@back-office/server/crud/visible.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { readAs } from '@back-office/server/platform/http/read-as.ts';
import { orgShapes } from './org-shapes.ts';
import { guardInUse } from '../../shared/server/guard-in-use.ts';
import { nest } from '../../shared/server/nest.ts';

/** The enabled organisations that the user may see, sorted. */
const selectVisibleOrgs = (context: Context) =>
  context.db
    .selectFrom('sys_org as t')
    .select(['t.id', 't.parentId', 't.orgName', 't.orgCode', 't.orgType', 't.orgSort'])
    .where('t.orgStatus', '=', sql.lit(statuses.enabled))
    .where(visible(context, org).$castTo<boolean>())
    .orderBy('t.orgSort')
    .orderBy('t.id');

/** Organisations: the tree, and the ones that may be another's parent (docs/wire.md "Specific calls"). */
export const orgPart: ResourcePart = {
  operations: { write: guardInUse<typeof org>('orgStatus') },
  routes: (app: FastifyInstance, parts: RouteParts) => {
    const right = { resource: 'sys/org', permission: 'read' };
    app.get('/api/sys/org/select-tree', { config: { right, shape: orgShapes.selectTree } }, async (request) =>
      ok(nest(await selectVisibleOrgs(parts.contextOf(parts.db, request)).execute(), 'sysOrgs')),
    );

    app.get('/api/sys/org/select-super', { config: { right, shape: orgShapes.selectSuper } }, async (request) => {
      const { id } = readAs(orgShapes.selectSuper.query, request.query);
      const context = parts.contextOf(parts.db, request);
      if (id !== undefined && id !== '') await select(context, org, id);
      const below = sql<string>`(WITH RECURSIVE below(id) AS (SELECT id FROM sys_org WHERE id = ${id === undefined || id === '' ? null : id}::uuid
        UNION SELECT o.id FROM sys_org o JOIN below ON o.parent_id = below.id) SELECT id FROM below)`;
      return ok(await selectVisibleOrgs(context).where('t.id', 'not in', below).execute());
    });
  },
};
