import { statuses } from '@back-office/contract/status.ts';
import type { FastifyInstance } from 'fastify';
import { org } from '../org.ts';
import { textOf } from '@back-office/contract/resource/text-of.ts';
import { sql } from 'kysely';
import type { ResourcePart, RouteParts } from '@back-office/server/crud/operations.ts';
import { select } from '@back-office/server/crud/select.ts';
import { visible } from '@back-office/server/crud/visible.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { guardInUse } from '../../shared/server/guard-in-use.ts';
import { nest } from '../../shared/server/nest.ts';

interface OrgNode {
  id: string;
  parentId: string | null;
  orgName: string;
  orgCode: string;
  orgType: string | null;
  orgSort: number | null;
}

const columns = sql`t.id, t.parent_id, t.org_name, t.org_code, t.org_type, t.org_sort`;

/** Organisations: the tree, and the ones that may be another's parent (docs/wire.md "Specific calls"). */
export const orgPart: ResourcePart = {
  operations: { write: guardInUse<typeof org>('orgStatus') },
  routes: (app: FastifyInstance, parts: RouteParts) => {
    const config = { right: { resource: 'sys/org', permission: 'read' } };
    app.get('/api/sys/org/select-tree', { config }, async (request) => {
      const { rows } = await sql<OrgNode>`SELECT ${columns} FROM sys_org t
        WHERE t.org_status = ${sql.lit(statuses.enabled)} AND ${visible(parts.contextOf(parts.db, request), org)} ORDER BY t.org_sort, t.id`.execute(
        parts.db,
      );
      return ok(nest(rows, 'sysOrgs'));
    });

    app.get<{ Querystring: { id?: unknown } }>('/api/sys/org/select-super', { config }, async (request) => {
      const { id } = request.query;
      if (id !== undefined && id !== '') await select(parts.contextOf(parts.db, request), org, textOf(id));
      const below = sql`WITH RECURSIVE below(id) AS (SELECT id FROM sys_org WHERE id = ${id === undefined || id === '' ? null : id}::uuid
        UNION SELECT o.id FROM sys_org o JOIN below ON o.parent_id = below.id) SELECT id FROM below`;
      const { rows } = await sql<OrgNode>`SELECT ${columns} FROM sys_org t
        WHERE t.org_status = ${sql.lit(statuses.enabled)} AND t.id NOT IN (${below}) AND ${visible(parts.contextOf(parts.db, request), org)} ORDER BY t.org_sort, t.id`.execute(
        parts.db,
      );
      return ok(rows);
    });
  },
};
