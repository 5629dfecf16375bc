import { outcomes } from '@back-office/contract/status.ts';
import { type RawBuilder, sql } from 'kysely';
import { type DataScope, scopeOf } from '@back-office/server/identity/rights/data-scope.ts';
import type { Context } from '@back-office/server/crud/context.ts';

/** The period of the home page's figures in days, today the last of them. */
const days = 30;

/** How often something happened: `operation`, sign-ins included, by the hour; `module`, without them, and `sign-in` by the day. */
export interface Tally {
  kind: 'operation' | 'module' | 'sign-in';
  time: string;
  /** The module, or the result of a sign-in; empty for the operations of an hour. */
  word: string;
  value: number;
}

type Sql = RawBuilder<unknown>;
const since = sql`date_trunc('day', now()) - make_interval(days => ${days - 1})`;

/**
 * Operations of the last thirty days within the person's data scope. Tallied per organisation and per subtree (migrations 0019, 0039, 0084 and 0201), so
 * that a million logs cost what a thousand do; only the reader's own operations are counted from the log.
 */
export async function readTallies({ db, user }: Pick<Context, 'db' | 'user'>): Promise<Tally[]> {
  const parts = Object.entries(logs).flatMap(([resource, kinds]) => partsOf(user.userId, scopeOf(user, resource), kinds));
  if (parts.length === 0) return [];
  const { rows } = await sql<Tally>`
    SELECT kind, hour AS time, word, sum(rows)::int AS value FROM (${sql.join(parts, sql` UNION ALL `)}) AS t(kind, hour, word, rows)
    GROUP BY 1, 2, 3`.execute(db);
  return rows;
}

/** The tables with tallies, and those not yet merged into them (migrations 0019 and 0084). */
export const tallies = ['sys_log_tally', 'sys_log_tally_new', 'sys_log_tally_tail'] as const;

/** The kinds of tally by the resource whose log they count: who may read the log sees its figures. */
const logs: Readonly<Record<string, readonly Tally['kind'][]>> = { 'sys/log-opt': ['operation', 'module'], 'sys/log-login': ['sign-in'] };

function partsOf(userId: string, scope: DataScope, kinds: readonly Tally['kind'][]): Sql[] {
  const kept = (table: string, holders: Sql): Sql => sql`SELECT kind, hour, word, rows FROM ${sql.table(table)}
    WHERE hour >= ${since} AND kind = ANY(${kinds}::text[]) AND ${holders}`;
  const parts = holdersOf(userId, scope).flatMap((holders) => tallies.map((table) => kept(table, holders)));
  if (scope.own && scope.within === undefined && !scope.all && !scope.org && !scope.orgAndBelow) parts.push(ownLogs(userId, scope, kinds));
  return parts;
}

const home = (userId: string): Sql => sql`(SELECT sys_org_id FROM sys_user WHERE id = ${userId}::uuid)`;

/** Conditions on tallies that never overlap, so that no log entry counts twice. */
function holdersOf(caller: string, scope: DataScope): Sql[] {
  const userId = scope.whose ?? caller;
  if (scope.all) return [sql`reach = 'all'`];
  const listed = sql`SELECT target_id FROM sys_role_org WHERE owner_id = ANY(${scope.customRoles}::uuid[])`;
  // No tally exists for the intersection of two scopes.
  if (scope.within !== undefined) return [];
  const parts: Sql[] = [];
  if (scope.orgAndBelow) parts.push(sql`reach = 'tree' AND holder = ${home(userId)}`);
  else if (scope.org) parts.push(sql`reach = 'org' AND holder = ${home(userId)}`);
  if (scope.customRoles.length > 0)
    parts.push(sql`reach = 'org' AND holder IN (${listed}) AND holder NOT IN (${coveredOrgs(userId, scope)})`);
  return parts;
}

/** The organisations covered by the previous condition. */
function coveredOrgs(userId: string, { orgAndBelow, org }: DataScope): Sql {
  const own = sql`SELECT id FROM sys_org WHERE id = ${home(userId)}`;
  if (orgAndBelow)
    return sql`WITH RECURSIVE below(id) AS (${own} UNION SELECT o.id FROM sys_org o JOIN below ON o.parent_id = below.id) SELECT id FROM below`;
  return org ? own : sql`SELECT NULL::uuid WHERE false`;
}

/** The reader's own log entries, unless the organisations of their roles include their own, whose tallies contain them. */
function ownLogs(userId: string, scope: DataScope, kinds: readonly Tally['kind'][]): Sql {
  const alone = sql`create_user = ${userId}::uuid AND NOT EXISTS (
    SELECT FROM sys_role_org WHERE owner_id = ANY(${scope.customRoles}::uuid[]) AND target_id = ${home(userId)})`;
  if (!kinds.includes('sign-in'))
    return sql`SELECT k.kind, k.hour, k.word, 1 FROM sys_log_opt CROSS JOIN LATERAL (VALUES ('operation', date_trunc('hour', opt_time), ''),
        ('module', date_trunc('day', opt_time), coalesce(opt_module, '其他'))) AS k(kind, hour, word)
      WHERE ${alone} AND opt_time >= ${since} AND (k.kind = 'operation' OR k.word <> '登录')`;
  return sql`SELECT 'sign-in', date_trunc('day', login_time), coalesce(login_status, ${sql.lit(outcomes.failure)}), 1 FROM sys_log_login
      WHERE ${alone} AND login_time >= ${since} AND login_type = '登录'`;
}

/** The hours of those days in the wire format; by the database's calendar, since a day may have 23 hours. */
export async function readHours({ db }: Pick<Context, 'db'>): Promise<string[]> {
  const { rows } = await sql<{ hour: string }>`
    SELECT hour FROM generate_series(${since}, date_trunc('hour', now()), interval '1 hour') AS hour`.execute(db);
  return rows.map(({ hour }) => hour);
}
