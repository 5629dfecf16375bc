import { statuses } from '@back-office/contract/status.ts';
import type { Use } from '@back-office/contract/envelope.ts';
import type { Resource, WithFieldsOf } from '@back-office/contract/resource/resource.ts';
import type { RecordOf, WrittenOf } from '@back-office/contract/resource/row.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import { inUse } from '@back-office/server/crud/delete.ts';
import type { CheckedOf } from '@back-office/server/crud/checked.ts';
import { writeAll } from '@back-office/server/crud/save.ts';
import { usesOf } from '@back-office/server/crud/uses-of.ts';
import { conflict } from '@back-office/server/platform/http/refusal.ts';

type UsesOf = (context: Context, resource: Resource, ids: readonly string[]) => Promise<Use[]>;

/** Whether a save puts a record into a state in which it cannot be chosen: any but 正常, a company's own word too. False if it leaves the state as it is. */
export const isUnusable = (status: unknown): boolean => status !== undefined && status !== statuses.enabled;

/**
 * A write that refuses with 40900 to disable a record, by its status field, while others refer to it: those would keep showing something that can no
 * longer be chosen.
 */
export function guardInUse<R extends Resource>(status: keyof RecordOf<R> & keyof WrittenOf<R>, uses: UsesOf = usesOf) {
  return async (context: Context, resource: WithFieldsOf<R>, checked: readonly CheckedOf<R>[]): Promise<RecordOf<WithFieldsOf<R>>[]> => {
    const disabled = checked
      .filter(({ values, current }) => current?.[status] === statuses.enabled && isUnusable(values[status]))
      .map(({ id }) => id);
    const found = disabled.length === 0 ? [] : await uses(context, resource, disabled);
    if (found.length > 0) throw conflict({ conflict: 'reference', uses: found }, inUse(found, '停用'));
    return writeAll(context, resource, checked);
  };
}
