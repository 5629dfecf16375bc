import type { RestoreAnswer } from '@back-office/contract/calls/recycle.ts';
import { may } from '@back-office/contract/resource/permission.ts';
import { parentFieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { sql } from 'kysely';
import { changeOf } from '../change.ts';
import { checkTree, lockTree } from '../check-tree.ts';
import type { Context } from '../context.ts';
import { defaultOperations, type RouteParts } from '../operations.ts';
import { refuseLookalikes } from '../lookalikes.ts';
import { selectRows } from '../select.ts';
import { hasPinyin } from '../search.ts';
import { uniqueRefusal } from '../unique.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { requireFit, unfitRefusal } from './require-fit.ts';
import { requireTargets } from './require-targets.ts';
import { restoreDependents } from './restore-dependents.ts';
import { columnsOfTable } from '../../platform/database/columns-of-table.ts';
import { deletedWith } from '../../platform/database/dependents.ts';
import { writePinyin } from '../../platform/database/write-pinyin.ts';
import { anyOf } from '../../platform/database/any-of.ts';

/**
 * Restores deleted records as they were, all or none, with their dependent rows as far as those can still be attached. Refuses with 40400 when one is
 * gone or hidden; with 40300 without the permission to add it, or when it would carry rights that the user lacks or be outside their data scope; with
 * 40900 when a unique value is taken, a referenced record is deleted, or its table has changed. Call it in a transaction; `wrapped` adds modules' rules.
 */
export async function restore(
  context: Context,
  bin: Resource,
  ids: readonly string[],
  wrapped: RouteParts['wrapped'],
): Promise<RestoreAnswer> {
  // Before the locks too, so that nobody waits for, or holds up, what they do not see.
  if ((await selectRows(context, bin, ids)).length !== ids.length) throw new Refusal('gone');
  const rows = await context.db
    .selectFrom('sys_recycle')
    .select(['id', 'targetResource', 'targetId'])
    .where('id', '=', anyOf(ids))
    .execute();
  const groups = Map.groupBy(rows, ({ targetResource }) => targetResource);
  // Trees first, as a save and a delete do, and in one order: whoever waits for one holds nothing that others need.
  for (const one of context.resources) if (groups.has(one.name) && parentFieldOf(one) !== undefined) await lockTree(context, one);
  if ((await selectRows(context, bin, ids, { lock: true })).length !== ids.length) throw new Refusal('gone');
  const tally = { restored: rows.length, leftOut: 0 };
  for (const resource of referencedFirst(context, [...groups.keys()])) {
    if (!may(context.user.rights, resource.name, 'add')) throw new Refusal('notPermitted');
    const entries = groups.get(resource.name) ?? [];
    const { restore: putBack } = wrapped(resource.name, {
      ...defaultOperations,
      restore: (within, of, targets) => restoreGroup(within, of, targets, { entries, tally }),
    });
    const targetIds = entries.map(({ targetId }) => targetId);
    await putBack(context, resource, targetIds);
  }
  await context.db.deleteFrom('sys_recycle').where('id', '=', anyOf(ids)).execute();
  return tally;
}

/** The resources, each after those that it refers to. */
function referencedFirst({ resourceOf }: Context, names: readonly string[]): Resource[] {
  const order: Resource[] = [];
  const seen = new Set<string>();
  const visit = (name: string): void => {
    if (seen.has(name)) return;
    seen.add(name);
    const resource = resourceOf(name);
    for (const field of Object.values(resource.fields)) if (field.kind === 'reference' || field.kind === 'references') visit(field.to);
    if (names.includes(name)) order.push(resource);
  };
  names.forEach(visit);
  return order;
}

async function restoreGroup(
  context: Context,
  resource: Resource,
  targets: readonly string[],
  { entries, tally }: { entries: readonly { id: string; targetId: string }[]; tally: { leftOut: number } },
): Promise<AnyRow[]> {
  const ids = entries.flatMap(({ id, targetId }) => (targets.includes(targetId) ? id : []));
  await requireTargets(context, resource, ids);
  await requireFit(context.db, resource, ids, await deletedWith(context.db, resource.table));
  const coming = targets.map((id) => ({ id }));
  const assertNoEscalation = await context.guardEscalation(context, resource.name, coming);
  tally.leftOut += await insertKept(context, resource, ids)
    .then(() => restoreDependents(context.db, resource, ids))
    .catch((error: unknown) => {
      throw uniqueRefusal(resource, error) ?? unfitRefusal(error) ?? error;
    });
  await assertNoEscalation();
  const rows = await selectRows(context, resource, targets);
  if (rows.length !== ids.length) throw new Refusal('notPermitted', { message: '不能恢复自己数据范围之外的数据' });
  const back = rows.map((row) => ({ id: row.id, values: row, current: undefined }));
  await refuseLookalikes(context, resource, back);
  // Another field may have been the label when they were deleted.
  if (hasPinyin(resource)) await writePinyin(context.db, resource, rows);
  await checkTree(context, resource, back);
  const changes = rows.map((row) => ({ ...changeOf(resource, undefined, row), type: '恢复' }));
  await context.record(context, changes);
  return rows;
}

/** Inserts the rows with the version raised by one, so that a form opened before the delete cannot overwrite them. */
async function insertKept({ db, user }: Context, resource: Resource, ids: readonly string[]): Promise<void> {
  const { columns, defaults } = await columnsOfTable(db, resource.table);
  await sql`
    INSERT INTO ${sql.table(resource.table)} (${columns})
    SELECT ${columns} FROM (
      SELECT x.* FROM sys_recycle k, jsonb_populate_record(NULL::${sql.table(resource.table)}, ${defaults} || (k.content -> 'row') || jsonb_build_object(
        'version', (k.content -> 'row' ->> 'version')::integer + 1, 'update_time', now(), 'update_user', ${user.userId}::text)) x
      WHERE k.id = ANY(${ids}::uuid[])
    ) restored`.execute(db);
}
