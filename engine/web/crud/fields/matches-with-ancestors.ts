import type { Option } from '@back-office/contract/calls/options.ts';

/**
 * The nodes found in a tree, with all their ancestors, grouped by parent in the order of `all`. The key null holds the roots, and
 * nodes whose parent is not known here.
 */
export function matchesWithAncestors(found: readonly Option[], all: readonly Option[]): ReadonlyMap<string | null, readonly Option[]> {
  const known = new Map([...all, ...found].map((option) => [option.id, option]));
  const shown = new Set<string>();
  for (const { id } of found)
    for (let at = known.get(id); at !== undefined && !shown.has(at.id); at = known.get(at.parentId ?? '')) shown.add(at.id);
  return Map.groupBy(
    [...known.values()].filter(({ id }) => shown.has(id)),
    ({ parentId }) => (parentId !== null && shown.has(parentId) ? parentId : null),
  );
}
