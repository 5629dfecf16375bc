import { limits } from '@back-office/contract/limits.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { type Kysely, sql } from 'kysely';
import { snake } from '../../platform/database/snake.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { Stood } from '../../platform/live/live-event.ts';

/** A change of a record, with what decides which scopes reach it if it is about to be deleted. */
interface Leaving {
  readonly resource: Resource;
  readonly stood?: Stood;
}

/** Adds to changes of records that are about to be deleted the organisations above them, while these are still there: one statement for all. */
export async function withOrgsAbove<Change extends Leaving>(db: Kysely<Tables>, changes: readonly Change[]): Promise<readonly Change[]> {
  const orgOf = ({ resource: { scope }, stood }: Change): unknown => (scope?.org === undefined ? null : stood?.[snake(scope.org)]);
  const orgs = new Set(changes.map(orgOf).filter((org) => typeof org === 'string'));
  if (orgs.size === 0) return changes;
  const { rows } = await sql<{ org: string; above: string[] }>`
    WITH RECURSIVE up(org, id, steps) AS (
      SELECT org, org, 0 FROM unnest(${[...orgs]}::uuid[]) AS org
      UNION ALL SELECT up.org, o.parent_id, steps + 1 FROM up JOIN sys_org o ON o.id = up.id
      WHERE o.parent_id IS NOT NULL AND steps < ${limits.treeDepth}
    ) SELECT org, array_agg(id ORDER BY steps) AS above FROM up GROUP BY org`.execute(db);
  const aboveOf = new Map<unknown, readonly string[]>(rows.map(({ org, above }) => [org, above]));
  return changes.map((change) => ({ ...change, stood: { ...change.stood, orgsAbove: aboveOf.get(orgOf(change)) ?? [] } }));
}
