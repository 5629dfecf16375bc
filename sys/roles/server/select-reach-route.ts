import { dataScopes } from '@back-office/contract/data-scopes.ts';
import { may } from '@back-office/contract/resource/permission.ts';
import { userStatuses } from '@back-office/contract/status.ts';
import type { FastifyInstance } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '@back-office/server/crud/context.ts';
import type { RouteParts } from '@back-office/server/crud/operations.ts';
import { select } from '@back-office/server/crud/select.ts';
import { visible } from '@back-office/server/crud/visible.ts';
import type { Row } from '@back-office/server/platform/database/tables.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { org } from '../../orgs/org.ts';
import { role } from '../role.ts';
import { roleShapes } from './role-shapes.ts';
import type { RoleReach } from '../role-reach.ts';

/** Maximum number of organisations in one answer. */
const maxNamed = 100;

/** GET select-reach/{id}: the organisations whose data the role shows to its holders. */
export function selectReachRoute(app: FastifyInstance, parts: RouteParts): void {
  app.get<{ Params: { id: string } }>(
    '/api/sys/role/select-reach/:id',
    { config: { right: { resource: role.name, permission: 'read' }, shape: roleShapes.selectReach } },
    async (request) => {
      const context = parts.contextOf(parts.db, request);
      const { id, dataScope } = await select(context, role, request.params.id);
      return ok(await reachOfRole(context, id, dataScope));
    },
  );
}

async function reachOfRole(context: Context, id: string, dataScope: string): Promise<RoleReach> {
  const seen = may(context.user.rights, 'sys/user', 'read') ? visible(context, context.resourceOf('sys/user')) : sql`false`;
  const holders = sql`FROM sys_user t JOIN sys_user_role ur ON ur.owner_id = t.id AND ur.target_id = ${id}::uuid
    WHERE t.user_status = ${sql.lit(userStatuses.enabled)}`;
  const { rows } = await sql<{ shown: number; hidden: boolean }>`
    SELECT count(*) FILTER (WHERE ${seen})::int AS shown, coalesce(bool_or((${seen}) IS NOT TRUE), false) AS hidden ${holders}`.execute(
    context.db,
  );
  const { shown = 0, hidden = false } = rows[0] ?? {};
  // Limited to visible holders: the organisation of anybody else would reveal something about them.
  const where = sql`SELECT t.sys_org_id ${holders} AND ${seen}`;
  const from: Record<string, RawBuilder<unknown>> = {
    [dataScopes.custom]: sql`SELECT target_id FROM sys_role_org WHERE owner_id = ${id}::uuid`,
    [dataScopes.org]: where,
    [dataScopes.orgAndBelow]: where,
  };
  const listed = from[dataScope];
  const found = listed === undefined ? [] : await namesOf(context, listed, dataScope === dataScopes.orgAndBelow);
  const named = found.filter((one) => one.shown);
  return {
    dataScope,
    orgs: named.slice(0, maxNamed).map(({ id: orgId, orgName, below }) => ({ id: orgId, orgName, below })),
    more: Math.max(0, named.length - maxNamed),
    holders: shown,
    hidden: (hidden && dataScope !== dataScopes.custom) || named.length < found.length,
  };
}

interface Named extends Row<'sys_org', 'id' | 'orgName'> {
  below: number;
  shown: boolean;
}

/** Those organisations in their siblings' order; with `downwards`, the number of visible ones below each. */
async function namesOf(context: Context, listed: RawBuilder<unknown>, downwards: boolean): Promise<Named[]> {
  const below = sql`(WITH RECURSIVE b(id) AS (SELECT c.id FROM sys_org c WHERE c.parent_id = o.id UNION SELECT c.id FROM sys_org c JOIN b ON c.parent_id = b.id)
    SELECT count(*)::int FROM b JOIN sys_org t ON t.id = b.id WHERE ${visible(context, org)})`;
  const { rows } = await sql<Named>`
    SELECT o.id, o.org_name, ${downwards ? below : sql`0`} AS below, EXISTS (SELECT FROM sys_org t WHERE t.id = o.id AND ${visible(context, org)}) AS shown
    FROM sys_org o WHERE o.id IN (${listed}) ORDER BY o.org_sort, o.org_code`.execute(context.db);
  return rows;
}
