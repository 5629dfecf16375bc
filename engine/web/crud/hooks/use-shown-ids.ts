import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { useChildren } from '../fields/use-children.ts';
import type { List } from '../lists/use-list.ts';

/** The records that a list shows, from top to bottom; of a tree those of the open nodes too. */
export function useShownIds({ resource, page, tree, expanded, state }: List): string[] {
  const levels = useChildren(resource, tree ? expanded : [], state.sort);
  const idsIn = (rows: readonly AnyRow[]): string[] =>
    rows.flatMap(({ id }) => [id, ...(tree && expanded.includes(id) ? idsIn(levels.get(id) ?? []) : [])]);
  return idsIn(page.data?.items ?? []);
}
