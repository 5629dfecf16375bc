import { limits } from '@back-office/contract/limits.ts';
import { parentFieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import { type RawBuilder, sql } from 'kysely';
import { given, Statement, statementFor } from '../platform/database/statement.ts';
import { amongIds } from './among-ids.ts';
import type { Pending } from './check-targets.ts';
import { isId } from '@back-office/contract/resource/field-schema.ts';
import type { Posted } from './checked.ts';
import type { Context } from './context.ts';
import { conflict, refused } from '../platform/http/refusal.ts';

/** Locks the resource's tree for this transaction: moves and deletes run one after the other, so that they cannot make a cycle. */
export async function lockTree(context: Context, resource: Resource): Promise<void> {
  await lock.send(context.db, { tree: nameOf(resource) });
}

/**
 * Locks the tree for a save: exclusively, as `lockTree` does, where a record may move. Inserts and records that keep their parent cannot make a
 * cycle, so they take a shared lock: they wait for moves and deletes, not for each other.
 */
export async function lockTreeForSave(context: Context, resource: Resource, posted: readonly Posted[]): Promise<void> {
  if (await mayMove(context, resource, posted)) await lockTree(context, resource);
  else await lockShared.send(context.db, { tree: nameOf(resource) });
}

const nameOf = ({ table }: Resource): string => `tree:${table}`;
const lock = new Statement(() => sql`SELECT pg_advisory_xact_lock(hashtext(${given('tree')}))`);
const lockShared = new Statement(() => sql`SELECT pg_advisory_xact_lock_shared(hashtext(${given('tree')}))`);

/** Whether a stored record has another parent than posted; what is no id is refused later. If it moves before it is locked, its version is outdated. */
async function mayMove(context: Context, resource: Resource, posted: readonly Posted[]): Promise<boolean> {
  const parent = parentFieldOf(resource) ?? '';
  const isParent = (to: unknown): to is string | null => to === null || to === '' || isId(to);
  const moving = posted.flatMap(({ id, [parent]: to }) => (isId(id) && isParent(to) ? [{ id, to: (to ?? '').toLowerCase() }] : []));
  if (moving.length === 0) return false;
  const find = statementFor(
    [resource],
    'moving',
    () => sql`
      SELECT FROM json_to_recordset(${given('moving')}::json) AS m(id uuid, "to" text) JOIN ${sql.table(resource.table)} t ON t.id = m.id
      WHERE m.to IS DISTINCT FROM coalesce(${sql.ref(`t.${parent}`)}::text, '') LIMIT 1`,
  );
  return (await find.run(context.db, { moving: JSON.stringify(moving) })).length > 0;
}

/**
 * Checks, after the rows are written, that no record became its own ancestor (40900 cycle) and that none is deeper than 100 levels (40000); the
 * refusal names the first such record. Call it with the tree locked; only moved records are checked.
 */
export async function checkTree(context: Context, resource: Resource, written: readonly (Pending & { id: string })[]): Promise<void> {
  const parent = parentFieldOf(resource);
  if (parent === undefined) return;
  const moved = written.filter(({ values, current }) => values[parent] !== undefined && values[parent] !== (current?.[parent] ?? null));
  if (moved.length === 0) return;
  // Below a new record there are only other new records, and each of these is measured itself.
  const isNew = moved.every(({ current }) => current === undefined);
  const { key, holds, values } = amongIds(moved.map(({ id }) => id));
  const measure = statementFor([resource], `measure ${key} ${isNew}`, () => measureTree(resource, holds('id'), isNew));
  const wrong = new Map((await measure.run(context.db, values)).map(({ start, cycle }) => [start, cycle]));
  const isCycle = [...wrong.values()].includes(true);
  const row = written.findIndex(({ id }) => wrong.get(id) === isCycle);
  if (row < 0) return;
  const place = written.length > 1 ? { row } : {};
  if (isCycle) throw conflict({ conflict: 'cycle', field: parent, ...place }, '不能选择自己或自己的下级作为上级');
  throw refused([{ ...place, field: parent, message: `层级不能超过 ${limits.treeDepth} 级` }]);
}

/**
 * The moved records that are their own ancestors or make the tree too deep. Each step up reads one row in a scalar subquery: with a join, a plan made
 * while the table was small would go on scanning the whole table.
 */
function measureTree(resource: Resource, isMoved: RawBuilder<boolean>, isNew: boolean): RawBuilder<{ start: string; cycle: boolean }> {
  const [table, parent] = [sql.table(resource.table), parentFieldOf(resource) ?? ''];
  return sql<{ start: string; cycle: boolean }>`
    WITH RECURSIVE up(start, parent_id, depth) AS (
      SELECT id, ${sql.id(parent)}, 1 FROM ${table} WHERE ${isMoved}
      UNION ALL
      SELECT up.start, (SELECT p.${sql.id(parent)} FROM ${table} p WHERE p.id = up.parent_id), up.depth + 1 FROM up
      WHERE up.parent_id <> up.start AND up.depth <= ${limits.treeDepth + 1}
    ), down(start, id, depth) AS (
      SELECT id, id, 0 FROM ${table} WHERE ${isMoved} AND ${sql.lit(!isNew)}
      UNION ALL
      SELECT down.start, c.id, down.depth + 1 FROM down JOIN ${table} c ON c.${sql.id(parent)} = down.id WHERE down.depth <= ${limits.treeDepth}
    ), below AS (SELECT start, max(depth) AS depth FROM down GROUP BY start)
    SELECT start, coalesce(bool_or(up.parent_id = start), false) AS cycle FROM up LEFT JOIN below USING (start) GROUP BY start
    HAVING bool_or(up.parent_id = start) OR max(up.depth) + coalesce(max(below.depth), 0) > ${limits.treeDepth}`;
}
