import { shownRows } from '../../crud/lists/shown-rows.ts';
import type { List } from '../../crud/lists/use-list.ts';

// Apart from what reads rows: the shell asks it, and has nothing of lists before one is opened.

/** Which rows of a list: those that it shows, those that are ticked, and all that its filters find. */
export type Choice = 'shown' | 'ticked' | 'all';

/** How many rows each choice has; undefined where the list does not offer it. */
export function countsOf(list: List): Record<Choice, number | undefined> {
  const shown = shownRows(list).length;
  const all = countAll(list) ?? 0;
  return { shown, ticked: list.selected.length > 0 ? list.selected.length : undefined, all: all > shown ? all : undefined };
}

/** Of a tree all that stands in it; of what a search found there, that with what stands above it. */
function countAll({ kind, page: { data }, all, narrowed }: List): number | undefined {
  if (kind === undefined) return data?.total;
  if (kind === 'found') return data?.items.length;
  return narrowed ? undefined : all;
}
