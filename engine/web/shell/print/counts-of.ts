import { shownRows } from '../../crud/lists/shown-rows.ts';
import type { List } from '../../crud/lists/use-list.ts';

// Apart from what reads rows: the shell asks it, and has nothing of lists before one is opened.

/** Which rows of a list: those that it shows, those that are ticked, and all that its filters find. */
export type Choice = 'shown' | 'ticked' | 'all';

/** How many rows a choice has; `uncounted` of a tree that is not counted, or not yet. */
export type Count = number | 'uncounted';

/** How many rows each choice has; undefined where the list does not offer it. */
export function countsOf(list: List): Record<Choice, Count | undefined> {
  const shown = shownRows(list).length;
  const all = countAll(list);
  return {
    shown,
    ticked: list.selected.length > 0 ? list.selected.length : undefined,
    all: all === 'uncounted' || (all !== undefined && all > shown) ? all : undefined,
  };
}

/** Of a tree all that stands in it; of what a search found there, that with what stands above it. */
function countAll({ kind, page: { data }, rows, all, narrowed }: List): Count | undefined {
  if (kind === undefined) return data?.total;
  if (kind === 'found') return data?.items.length;
  if (narrowed || data === undefined) return undefined;
  return all ?? (data.total > rows.length || rows.some(({ hasChildren }) => hasChildren === true) ? 'uncounted' : undefined);
}
