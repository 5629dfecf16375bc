import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import type { Operations } from '@back-office/server/crud/operations.ts';
import { checkAll } from '@back-office/server/crud/save.ts';
import { refused } from '@back-office/server/platform/http/refusal.ts';
import type { TrialLine } from '../directory-calls.ts';

/** A record to be saved, and its name for error messages. */
export interface Saving {
  readonly id: string;
  readonly name: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Fields that are left out, rather than refusing the person, if the directory's value is invalid. */
const droppable = new Set(['userPhone', 'userEmail']);

/**
 * Validates records like a form's; refused ones are left out, with the reasons. With `write` the others are saved through the resource's own
 * operations, in the context's transaction.
 */
export async function saveChecked<Row extends Saving>(
  context: Context,
  resource: Resource,
  operations: Operations,
  rows: readonly Row[],
  { write }: { write: boolean },
): Promise<{ saved: readonly Row[]; conflicts: TrialLine[] }> {
  const conflicts: TrialLine[] = [];
  let left = rows;
  // Terminates, as each round leaves out a field or a record.
  for (;;) {
    const posted = left.map(({ id, values }) => ('version' in values ? { ...values, id } : values));
    const ids = left.map(({ id }) => id);
    const { checked, issues } = await checkAll(context, resource, posted, { ids, pending: new Set(ids) });
    const all = issues.length > 0 || write ? issues : await operations.guard(context, resource, checked);
    if (all.length === 0) {
      if (write && left.length > 0) await operations.write(context, resource, checked);
      return { saved: left, conflicts };
    }
    const before = left;
    left = left.flatMap((row, at) => {
      const found = all.filter((issue) => (issue.row ?? 0) === at);
      if (found.length === 0) return [row];
      conflicts.push(...found.map(({ message }) => ({ name: row.name, detail: message })));
      const names = found.map(({ field }) => field.split('.')[0] ?? field);
      if (!names.every((name) => droppable.has(name) && name in row.values)) return [];
      const values = Object.fromEntries(Object.entries(row.values).filter(([name]) => !names.includes(name)));
      return Object.keys(values).some((name) => name !== 'version') ? [{ ...row, values }] : [];
    });
    if (left.length === before.length && left.every((row, at) => row === before[at])) throw refused(all);
  }
}
