import type { Use } from '@back-office/contract/envelope.ts';
import { limits } from '@back-office/contract/limits.ts';
import { isId } from '@back-office/contract/resource/field-schema.ts';
import { parentFieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import { sql } from 'kysely';
import { withOrgsAbove } from '../identity/rights/orgs-above.ts';
import { isForeignKeyViolation, tableOf } from '../platform/database/database-errors.ts';
import { conflict, refusedField, requireFound } from '../platform/http/refusal.ts';
import { changeOf } from './change.ts';
import { lockTree } from './check-tree.ts';
import type { Context } from './context.ts';
import { selectRows } from './select.ts';
import { usesOf } from './uses-of.ts';

/**
 * DELETE delete/{id} and delete-ids/{ids}: all or none (docs/wire.md "Generic calls"). Refuses with 40400 when one is gone or hidden, of
 * several with their ids in `data.gone`, and with 40900 and the list of uses when one is referred to. Call it in a transaction.
 * @example
 * // Deletes an abandoned draft; it goes into the recycle bin.
 * export const dropDraft = (context: Context, { id, agreementState }: RowOf<typeof agreement>) =>
 *   agreementState === states.draft ? remove(context, agreement, [id]) : undefined;
 */
export async function remove(context: Context, resource: Resource, ids: readonly string[]): Promise<void> {
  if (parentFieldOf(resource) !== undefined) await lockTree(context, resource);
  const rows = await selectRows(context, resource, ids, { lock: true });
  requireFound(ids, rows);
  const uses = await usesOf(context, resource, ids);
  if (uses.length > 0) throw conflict({ conflict: 'reference', uses }, inUse(uses));
  const gone = rows.map((row) => changeOf(resource, row, undefined));
  const changes = await withOrgsAbove(context.db, gone);
  const assertNoEscalation = await context.guardEscalation(context, resource.name, gone);
  await context.keepDeleted(context, resource, changes);
  const deleted = sql`DELETE FROM ${sql.table(resource.table)} WHERE id = ANY(${ids}::uuid[])`.execute(context.db);
  await deleted.catch((error: unknown) => {
    // Referred to by a table that `usesOf` does not count, or since it counted.
    const by = context.resources.find(({ table }) => table === tableOf(error))?.title ?? '其他数据';
    throw isForeignKeyViolation(error) ? conflict({ conflict: 'reference', uses: [] }, `数据正在被${by}使用，不能删除`) : error;
  });
  await assertNoEscalation();
  await context.record(context, changes);
}

/**
 * The message when records are still referred to.
 * @example
 * const keep = async (context: Context, id: string) => {
 *   const uses = await usesOf(context, org, [id]);
 *   if (uses.length > 0) throw new Refusal('conflict', { message: inUse(uses, '停用') });
 * };
 */
export const inUse = (uses: readonly Pick<Use, 'title' | 'count' | 'hidden'>[], doing = '删除'): string =>
  `数据正在被使用，不能${doing}：${uses.map(({ title, count, hidden }) => `${title} ${hidden ? `${count} 处（另有数据范围之外的）` : `${count} 处`}`).join('，')}`;

/**
 * Reads the ids in the path of a call that takes several, such as `delete-ids/{ids}`: 1 to 500 distinct ids; anything else is refused with 40000, and
 * `verb` names the action in the message.
 * @example
 * // PUT end-ids/{ids}
 * export const endAll = async (context: Context, { ids }: { ids: string }) => {
 *   const rows = await selectRows(context, agreement, readIds(ids, '终止'), { lock: true });
 *   return writeAll(context, agreement, rows.map((current) => ({ id: current.id, values: { agreementState: states.ended }, current })));
 * };
 */
export function readIds(text: string, verb = '删除'): string[] {
  const ids = text.split(',').map((id) => id.toLowerCase());
  if (ids.length > limits.deleteIds) throw refusedField('ids', `一次最多${verb} ${limits.deleteIds} 条`);
  if (!ids.every(isId)) throw refusedField('ids', '编号格式不正确');
  return [...new Set(ids)];
}
