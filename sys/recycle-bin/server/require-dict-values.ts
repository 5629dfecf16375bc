import type { Resource } from '@back-office/contract/resource/resource.ts';
import { textOf } from '@back-office/contract/resource/text-of.ts';
import { checkTargets } from '@back-office/server/crud/check-targets.ts';
import type { Posted } from '@back-office/server/crud/checked.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import type { RouteParts } from '@back-office/server/crud/operations.ts';
import { conflict } from '@back-office/server/platform/http/refusal.ts';

/** Restored records by resource. */
export type Restored = Map<Resource, readonly Posted[]>;

/** Operations with the rules that modules add around them, and around both a wrapper that collects restored records. */
export const collectRestored =
  (wrapped: RouteParts['wrapped'], restored: Restored): RouteParts['wrapped'] =>
  (name, operations) => {
    const inner = wrapped(name, operations);
    const restore: typeof inner.restore = async (context, resource, ids) => {
      const rows = await inner.restore(context, resource, ids);
      restored.set(resource, rows);
      return rows;
    };
    return { ...inner, restore };
  };

/**
 * Refuses with 40900 if restored records hold dictionary values that a save would not accept. Call it after restoring all records, in
 * the same transaction: entries may be restored together with their users, and existing ones are locked until it ends.
 */
export async function requireDictValues(context: Context, restored: Restored): Promise<void> {
  for (const [resource, rows] of restored) {
    const form = Object.keys(resource.fields).filter((name) => resource.fields[name]?.kind === 'dict');
    const coming = rows.map((values) => ({ values, current: undefined }));
    const issues = await checkTargets(context, { ...resource, form }, coming, new Set());
    for (const [at, [issue]] of issues.entries()) {
      if (issue === undefined) continue;
      const name = textOf(rows[at]?.[resource.label]);
      throw conflict({ conflict: 'reference', uses: [] }, `不能恢复“${name}”：它的${issue.message}`);
    }
  }
}
