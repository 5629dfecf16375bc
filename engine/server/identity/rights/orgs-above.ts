import { limits } from '@back-office/contract/limits.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type Kysely, sql } from 'kysely';
import { snake } from '../../platform/database/snake.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { orgsOf } from './reach.ts';
import type { Stood } from '../../platform/live/live-event.ts';

/** A change of a record, with what decides which scopes reach it if it is about to be deleted. */
interface Leaving {
  readonly id: string;
  readonly resource: Resource;
  readonly stood?: Stood;
}

/**
 * Adds to changes of records that are about to be deleted what scopes depend on and nobody is shown, and the organisations above them, while these are
 * still there: one statement each for all.
 */
export async function withOrgsAbove<Change extends Leaving>(db: Kysely<Tables>, shown: readonly Change[]): Promise<readonly Change[]> {
  const changes = await withHidden(db, shown);
  const orgOf = ({ resource: { scope }, stood }: Change): unknown => (scope?.org === undefined ? null : stood?.[snake(scope.org)]);
  const orgs = new Set(changes.map(orgOf).filter((org) => typeof org === 'string'));
  if (orgs.size === 0) return changes;
  const inBin = changes.some(({ resource: { scope } }) => scope?.of !== undefined);
  const { rows } = await sql<{ org: string; above: string[] }>`
    WITH RECURSIVE up(org, id, steps) AS (
      SELECT org, org, 0 FROM unnest(${[...orgs]}::uuid[]) AS org
      UNION ALL SELECT up.org, o.parent_id, steps + 1 FROM up JOIN ${orgsOf({ inBin })} o ON o.id = up.id
      WHERE o.parent_id IS NOT NULL AND steps < ${limits.treeDepth}
    ) SELECT org, array_agg(id ORDER BY steps) AS above FROM up GROUP BY org`.execute(db);
  const aboveOf = new Map<unknown, readonly string[]>(rows.map(({ org, above }) => [org, above]));
  return changes.map((change) => ({ ...change, stood: { ...change.stood, orgsAbove: aboveOf.get(orgOf(change)) ?? [] } }));
}

/** The hidden columns of scopes are in no record that was read for a person. */
async function withHidden<Change extends Leaving>(db: Kysely<Tables>, changes: readonly Change[]): Promise<readonly Change[]> {
  const hidden = changes.filter(({ resource: { scope } }) => (scope?.hidden ?? []).length > 0);
  const found = new Map<string, Stood>();
  for (const [{ table, scope }, alike] of Map.groupBy(hidden, ({ resource }) => resource)) {
    const { rows } = await sql<{ id: string } & Stood>`
      SELECT id, ${sql.join((scope?.hidden ?? []).map((name) => sql.id(snake(name))))} FROM ${sql.table(table)}
      WHERE id = ANY(${alike.map(({ id }) => id)}::uuid[])`.execute(db);
    for (const { id, ...stood } of rows) found.set(id, inColumns(stood));
  }
  return changes.map((change) => (found.has(change.id) ? { ...change, stood: { ...change.stood, ...found.get(change.id) } } : change));
}

const inColumns = (stood: Stood): Stood => Object.fromEntries(Object.entries(stood).map(([name, value]) => [snake(name), value]));
