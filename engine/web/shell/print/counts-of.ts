import { shownRows } from '../../crud/lists/shown-rows.ts';
import type { List } from '../../crud/lists/use-list.ts';

// Separate from the code that reads rows: the shell needs only this before a list is opened.

/** Which rows of a list: the visible ones, the ticked ones, or all that match its filters. */
export type Choice = 'shown' | 'ticked' | 'all';

/** The number of rows of a choice; `uncounted` for a tree that is not counted, or not yet. */
export type Count = number | 'uncounted';

/** The number of rows of each choice; undefined if the list does not offer it. */
export function countsOf(list: List): Record<Choice, Count | undefined> & { shown: number } {
  const shown = shownRows(list).length;
  const all = countAll(list);
  return {
    shown,
    ticked: list.selected.length > 0 ? list.selected.length : undefined,
    all: all === 'uncounted' || (all !== undefined && all > shown) ? all : undefined,
  };
}

/** For a tree all of its nodes; for a searched tree the matches with their ancestors. */
function countAll({ kind, page: { data }, rows, all, narrowed }: List): Count | undefined {
  if (kind === undefined) return data?.total;
  if (kind === 'found') return data?.items.length;
  if (narrowed || data === undefined) return undefined;
  return all ?? (data.total > rows.length || rows.some(({ hasChildren }) => hasChildren === true) ? 'uncounted' : undefined);
}
