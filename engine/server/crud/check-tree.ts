import { limits } from '@back-office/contract/limits.ts';
import { parentFieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import { sql } from 'kysely';
import type { Pending } from './check-targets.ts';
import type { Context } from './context.ts';
import { conflict, refusedField } from '../platform/http/refusal.ts';

/** Locks the resource's tree for this transaction: moves and deletes are serialised, so that none makes a cycle. */
export async function lockTree(context: Context, resource: Resource): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext(${`tree:${resource.table}`}))`.execute(context.db);
}

/**
 * Checks, after the rows are written, that no record became its own ancestor (40900 cycle) and that none stands deeper
 * than 100 levels (40000). Call with the tree locked; only moved records are looked at.
 */
export async function checkTree(context: Context, resource: Resource, written: readonly (Pending & { id: string })[]): Promise<void> {
  const parent = parentFieldOf(resource);
  if (parent === undefined) return;
  const moved = written
    .filter(({ values, current }) => values[parent] !== undefined && values[parent] !== (current?.[parent] ?? null))
    .map(({ id }) => id);
  if (moved.length === 0) return;
  const table = sql.table(resource.table);
  const { rows } = await sql<{ cycle: boolean; depth: number }>`
    WITH RECURSIVE up(start, id, parent_id, depth) AS (
      SELECT id, id, parent_id, 1 FROM ${table} WHERE id = ANY(${moved}::uuid[])
      UNION ALL
      SELECT up.start, p.id, p.parent_id, up.depth + 1 FROM up JOIN ${table} p ON p.id = up.parent_id
      WHERE p.id <> up.start AND up.depth <= ${limits.treeDepth + 1}
    ), down(id, depth) AS (
      SELECT id, 1 FROM ${table} WHERE id = ANY(${moved}::uuid[])
      UNION ALL
      SELECT c.id, down.depth + 1 FROM down JOIN ${table} c ON c.parent_id = down.id WHERE down.depth <= ${limits.treeDepth + 1}
    )
    SELECT coalesce((SELECT bool_or(up.parent_id = up.start) FROM up), false) AS cycle,
      (SELECT max(depth) FROM up) + (SELECT max(depth) FROM down) - 1 AS depth`.execute(context.db);
  const { cycle = false, depth = 0 } = rows[0] ?? {};
  if (cycle) throw conflict({ conflict: 'cycle', field: parent }, '不能选择自己或自己的下级作为上级');
  if (depth > limits.treeDepth) throw refusedField(parent, `层级不能超过 ${limits.treeDepth} 级`);
}
