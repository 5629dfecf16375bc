import { grouped } from '@back-office/contract/resource/grouped.ts';
import { type OwnHistory, maxOwnHistory, type OwnLogin, type OwnOperation } from '../own.ts';
import { fieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import { logLogin } from '../../logs/log-login.ts';
import { logOpt } from '../../logs/log-opt.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { conditionOf, readFilters } from '@back-office/server/crud/filter.ts';
import type { RouteParts } from '@back-office/server/crud/operations.ts';
import { ownShapes } from './own-shapes.ts';
import type { CallShape } from '@back-office/contract/calls/call-shape.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { readAs } from '@back-office/server/platform/http/read-as.ts';
import { refusedField } from '@back-office/server/platform/http/refusal.ts';
import { signedInOf } from '@back-office/server/identity/session/session-hook.ts';
import { shownByNow, targetNow } from '../../shared/server/shown-now.ts';
import type { SignedIn } from '@back-office/server/identity/rights/signed-in.ts';

type Query = Readonly<Record<string, unknown>>;

const own = (shape: CallShape) => ({ config: { right: 'session', shape } }) as const;

/** Filtered by time only, which the sort order's index covers. */
const logins: Resource = { ...logLogin, fields: { loginTime: fieldOf(logLogin, 'loginTime') } };
const operations: Resource = { ...logOpt, fields: { optTime: fieldOf(logOpt, 'optTime') } };

/**
 * The user's own sign-ins and operations in the personal centre, newest first, paged by `index` and `limit`, filtered by `ge` and `le` of the time.
 * Each reads an index on one person's entries, and at most `maxOwnHistory` of them.
 */
export function ownHistoryRoutes(app: FastifyInstance, parts: RouteParts): void {
  app.get<{ Querystring: Query }>('/api/sys/user/select-logins', own(ownShapes.logins), async (request) =>
    ok(await page<OwnLogin>(parts, request, logins, { ...loginsOf(signedInOf(request)), query: ownShapes.logins.query })),
  );
  app.get<{ Querystring: Query }>('/api/sys/user/select-operations', own(ownShapes.operations), async (request) => {
    const { query } = ownShapes.operations;
    const { items, total } = await page<OwnOperation>(parts, request, operations, {
      ...operationsOf(signedInOf(request)),
      query,
    });
    const shown = await shownByNow(parts.contextOf(parts.db, request), logOpt.table, items, {
      kept: ['optTarget'],
      shown: (line, source) => (source === undefined ? line : { ...line, optTarget: targetNow(source, line.optType, line.optTarget) }),
    });
    return ok({ items: shown, total });
  });
}

interface Lines {
  columns: RawBuilder<unknown>;
  /** The condition on the person's own lines. */
  mine: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
}

/**
 * A failed sign-in is logged by account name only. Another person may have had that account name before, so entries older than the
 * user's record are not the user's own.
 */
const loginsOf = ({ userId, userAccount }: SignedIn): Lines => ({
  columns: sql`t.id, t.login_type, t.login_status, t.login_message, t.login_ip, t.login_browser, t.login_os, t.login_time`,
  mine: sql`(t.create_user = ${userId}::uuid OR t.create_user IS NULL AND lower(t.user_account) = lower(${userAccount})
    AND t.login_time >= (SELECT create_time FROM sys_user WHERE id = ${userId}::uuid))`,
  order: sql`t.login_time DESC, t.id DESC`,
});

const operationsOf = ({ userId }: SignedIn): Lines => ({
  columns: sql`t.id, t.opt_module, t.opt_type, t.opt_target, t.opt_status, t.opt_message, t.opt_ip, t.opt_time`,
  mine: sql`t.create_user = ${userId}::uuid`,
  order: sql`t.opt_time DESC, t.id DESC`,
});

async function page<Line>(
  { db, contextOf }: RouteParts,
  request: FastifyRequest<{ Querystring: Query }>,
  resource: Resource,
  { columns, mine, order, query }: Lines & { query: typeof ownShapes.logins.query },
): Promise<OwnHistory<Line>> {
  const { index, limit, ...within } = readAs(query, request.query);
  // Search is refused: the label field that it would search is not among the remaining fields.
  if ('search' in within) throw refusedField('search', '不能按该字段筛选：search');
  const past = index * limit;
  if (past + limit > maxOwnHistory) throw refusedField('index', `只能查看最近 ${grouped(maxOwnHistory)} 条，请缩小时间范围`);
  const filterCondition = conditionOf(contextOf(db, request), resource, readFilters(resource, within));
  const from = sql`FROM ${sql.table(resource.table)} t WHERE ${mine} AND ${filterCondition} ORDER BY ${order}`;
  const { rows: items } = await sql<Line>`SELECT ${columns} ${from} LIMIT ${limit} OFFSET ${past}`.execute(db);
  // Most histories are short: a page that is not full gives the total without counting.
  if (items.length > 0 && items.length < limit) return { items, total: past + items.length };
  const { rows } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM (SELECT 1 ${from} LIMIT ${maxOwnHistory}) AS lines`.execute(db);
  return { items, total: rows[0]?.total ?? 0 };
}
