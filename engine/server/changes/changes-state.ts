import type { Resource } from '@back-office/contract/resource/resource.ts';
import { sql } from 'kysely';
import type { Context } from '../crud/context.ts';
import { snake } from '../platform/database/snake.ts';
import { scopeOf } from '../identity/rights/data-scope.ts';
import { reachOf } from '../identity/rights/reach.ts';
import type { Cursor } from './cursor.ts';

/** The state of a call, all of it from one snapshot. */
export interface ChangesState {
  /** That snapshot. */
  readonly now: string;
  /** Whether the tables log their changes, with the columns that the declaration names now. */
  readonly isFollowed: boolean;
  /** Whether every change that the cursor does not see is still there. */
  readonly isKept: boolean;
  /** Digests of what the caller reaches: `reachThen` without organisations created since the cursor, `reach` with them. */
  readonly reachThen: string;
  readonly reach: string;
}

/**
 * Reads the state of a call. The digest includes the database, so that no cursor survives a restore or a failover. An organisation created since
 * changes nobody's reach over older records: those in it were put there since, and are reported as changes.
 */
export async function readChangesState(
  context: Context,
  resource: Resource,
  sources: readonly string[],
  cursor?: Cursor,
): Promise<ChangesState> {
  const { user, db } = context;
  const oldest = cursor?.base ?? cursor?.upto;
  const latest = cursor?.upto ?? cursor?.base;
  const { scope } = resource;
  const scopes = scope === undefined || user.rights.all ? 'all' : scopeOf(user, resource.name);
  const declared = JSON.stringify([resource.name, user.userId, scopes, scope, Object.keys(resource.fields)]);
  const orgs = scopes === 'all' || scopes.all ? sql`SELECT NULL::uuid WHERE false` : reachOf(user, resource.name).orgs;
  const args = [resource.label, scope?.org ?? '', scope?.person ?? ''].map((name) => `${snake(name)}\0`).join('');
  const isNew = (snapshot: string) => sql`id IN (SELECT id FROM sys_change WHERE source = 'sys_org' AND kind = 'added'
    AND xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot) AND NOT pg_visible_in_snapshot(xid, ${snapshot}::pg_snapshot))`;
  const digest = (excluded: ReturnType<typeof sql>) => sql`(SELECT md5(concat_ws('|', (pg_control_system()).system_identifier,
    (pg_control_checkpoint()).timeline_id, (SELECT oid FROM pg_database WHERE datname = current_database()), 'sys_change'::regclass::oid,
    ${declared}::text, (SELECT string_agg(id::text, ',' ORDER BY id) FROM (${orgs}) AS reached(id) WHERE NOT (${excluded})))))`;
  const allKeptSince = (snapshot: string) => sql`pg_snapshot_xmax(${snapshot}::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot()) AND
    (SELECT bool_and(pg_visible_in_snapshot(begun, ${snapshot}::pg_snapshot) AND cleared < pg_snapshot_xmin(${snapshot}::pg_snapshot))
      FROM sys_change_start WHERE source = ANY(${sources}::text[]))`;
  const { rows } = await sql<ChangesState>`
    SELECT pg_current_snapshot()::text AS now,
      (SELECT count(*) FROM sys_change_start WHERE source = ANY(${sources}::text[])) = ${sources.length}
        AND EXISTS (SELECT FROM pg_trigger WHERE tgrelid = to_regclass(${resource.table}) AND tgname = 'note_change'
          AND tgargs = ${Buffer.from(args)}) AS is_followed,
      ${oldest === undefined ? sql`true` : allKeptSince(oldest)} AS is_kept,
      ${digest(sql`false`)} AS reach,
      ${latest === undefined ? sql`''` : digest(isNew(latest))} AS reach_then`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('A SELECT without FROM gives a row');
  return row;
}
