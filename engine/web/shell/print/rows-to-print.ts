import { readPage } from '../../crud/fields/read-page.ts';
import { listQuery } from '../../crud/lists/list-state.ts';
import { type ShownRow, shownRows } from '../../crud/lists/shown-rows.ts';
import type { List } from '../../crud/lists/use-list.ts';

/** Rows that are printed at most: more is no paper that anybody reads, and the browser would stand still meanwhile. */
export const mostPrinted = 1000;

/** Which rows of a list: those that it shows, those that are ticked, and all that its filters find. */
export type Choice = 'shown' | 'ticked' | 'all';

/** How many rows each choice has; undefined where the list does not offer it. */
export function countsOf(list: List): Record<Choice, number | undefined> {
  const { kind, page, selected } = list;
  const [shown, total] = [shownRows(list).length, page.data?.total ?? 0];
  return {
    shown,
    ticked: selected.length > 0 ? selected.length : undefined,
    all: kind === undefined && total > shown ? total : undefined,
  };
}

/** The rows of a choice in the order of the list; those of `all` are read. Rejects with words for the person. */
export async function rowsToPrint(list: List, choice: Choice): Promise<readonly ShownRow[]> {
  if (choice === 'shown') return shownRows(list);
  if (choice === 'ticked') return list.selected.map((row) => [row, 0]);
  const { items } = await readPage(list.resource.name, listQuery({ ...list.state, index: 0, limit: mostPrinted }));
  return items.map((row) => [row, 0]);
}
