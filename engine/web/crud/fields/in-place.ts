import type { Option } from '@back-office/contract/calls/options.ts';

/**
 * What was found in a tree with all that it stands below, by parent and in the order of `all`; null for what stands at the top, or
 * below a node that is not known here.
 */
export function inPlace(found: readonly Option[], all: readonly Option[]): ReadonlyMap<string | null, readonly Option[]> {
  const known = new Map([...all, ...found].map((option) => [option.id, option]));
  const shown = new Set<string>();
  for (const { id } of found)
    for (let at = known.get(id); at !== undefined && !shown.has(at.id); at = known.get(at.parentId ?? '')) shown.add(at.id);
  return Map.groupBy(
    [...known.values()].filter(({ id }) => shown.has(id)),
    ({ parentId }) => (parentId !== null && shown.has(parentId) ? parentId : null),
  );
}
